"""The studio: games come in; a page in the browser of this machine goes out, in which people change and print them.

`Guard` lets in whom it should, `app` puts the parts together, `workshop` holds the games that are open, `asking` takes
JSON and gives it, `serving` listens. Each room of the page has a module for what it asks. What the browser gets lies in
templates/studio.
"""
