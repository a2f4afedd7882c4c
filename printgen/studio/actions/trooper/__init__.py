"""The desk `trooper`, where a card is designed from a figure: its actions by name.

context       everything that a page needs to ask for a card
search      what something that stands on a box means
draft       the card so far, with its pictures and its sums; an unfinished one too
thumbnails  small pictures of the choices for its look
save, open  the user's own list with the card in it; a card of that list again
print       a card of that list by itself
"""

from __future__ import annotations

from collections.abc import Mapping

from printgen.reading.requests import ActionRequest
from printgen.studio.actions import Action
from printgen.studio.actions.trooper.form import SearchRequest, ThumbnailRequest, form, search, thumbnails
from printgen.studio.actions.trooper.preview import PreviewRequest, draft
from printgen.studio.actions.trooper.saving import NameRequest, SaveRequest, open_card, print_card, save

ACTIONS: Mapping[str, Action] = {
    "bench": Action(ActionRequest, form),
    "search": Action(SearchRequest, search),
    "draft": Action(PreviewRequest, draft, live=True),
    "thumbnails": Action(ThumbnailRequest, thumbnails),
    "save": Action(SaveRequest, save),
    "open": Action(NameRequest, open_card),
    "print": Action(NameRequest, print_card),
}
"""The actions by name."""
