"""A module of VASSAL: a parcel comes in; GAME.vmod goes out, a zip of pictures and of a description in XML.

coding      texts that hold texts, as VASSAL writes them
traits      what a piece can do
sides       who plays
sorting     what of a parcel is a board, a deck, a piece to lay or a page to read
apart       pieces that lie together on a page
grids       where the spaces of a board lie and what they are called
starting    what lies on the board as a game begins
places      where what lies beside a board has room
shots       the pictures
windows     maps and tabs
content     the description
form        the options, what does not fit, and the file

Classes and attributes are those that VASSAL 3.7 reads; tests hold a list of them.
"""

from __future__ import annotations

from printgen.exports.vassal.form import OPTIONS, check, make

__all__ = ["OPTIONS", "check", "make"]
