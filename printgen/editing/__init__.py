"""Change files and keep the rest of them; drafts of records, forms, and help for words."""
