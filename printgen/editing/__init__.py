"""Change files and keep the rest of them; drafts, forms, schemas and help for whoever writes them."""
