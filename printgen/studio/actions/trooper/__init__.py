"""The desk `trooper`, where a card is designed from a figure: its actions by name.

bench       everything that a page needs to ask for a card
search      what something that stands on a box means
draft       the card so far, with its pictures and its sums; an unfinished one too
thumbnails  small pictures of the choices for its look
standing    its twins in the deck, and what is better or worse than it
save, open  the user's own list with the card in it; a card of that list again
"""

from __future__ import annotations

from collections.abc import Mapping

from printgen.studio.actions import Action
from printgen.studio.actions.trooper.form import Nothing, Search, Thumbs, form, search, thumbnails
from printgen.studio.actions.trooper.saving import Named, Saved, opened, save
from printgen.studio.actions.trooper.sketching import OfCard, Trial, draft, standing, worth

ACTIONS: Mapping[str, Action] = {
    "bench": Action(Nothing, form),
    "search": Action(Search, search),
    "draft": Action(OfCard, draft, live=True),
    "thumbnails": Action(Thumbs, thumbnails),
    "standing": Action(OfCard, standing),
    "worth": Action(Trial, worth),
    "save": Action(Saved, save),
    "open": Action(Named, opened),
}
"""The actions by name."""
