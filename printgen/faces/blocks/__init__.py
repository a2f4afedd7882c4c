"""Sets the blocks of documents in the style of a face, as measured chunks for columns and pages."""
