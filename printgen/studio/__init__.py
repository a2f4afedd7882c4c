"""The studio: a page in the browser of this machine, in which people change games and print them.

`app` puts the parts together and lets in whom it should, `workshop` holds the games that are open, `asking` takes JSON
and gives it, `workers` reads and draws each game in a process of its own, `serving` listens. Each room of the page has
a module for what it asks. What the browser gets lies in templates/studio.
"""
