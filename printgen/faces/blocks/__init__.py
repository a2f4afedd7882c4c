"""Blocks of a document and a style come in; measured chunks for columns and pages go out."""
