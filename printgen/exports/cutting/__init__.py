"""Sheets for cutting machines: things come in; one value per sheet, from which the page and the cut file are made."""
