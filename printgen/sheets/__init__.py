"""Pieces on paper: imposed, nested or tiled, with marks, plans of cuts, and the correction for a printer."""
