"""The desk `trooper`, where a card is designed from a figure, and saved in the user's own list."""

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
