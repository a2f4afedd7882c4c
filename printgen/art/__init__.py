"""Composed pictures: what a look asks for comes in; parts, scenes and photos as items go out."""
