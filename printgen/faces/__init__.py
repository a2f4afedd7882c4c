"""Face templates: a template and a record come in, drawing items go out."""
