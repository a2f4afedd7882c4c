"""A game's folder comes in; its pictures and findings stand in a browser, and are drawn anew at every change."""
