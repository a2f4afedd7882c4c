"""What a file of fights says of whole games comes in; findings for names in it that there are not go out."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.base.errors import Finding, unknown
from printgen.game.records import Game
from printgen.reading.scalars import shortened
from printgen.rules.fights.war_shapes import WarFile, WarWords


def war_mistakes(war: WarFile, game: Game, decks: tuple[str, ...], types: tuple[str, ...]) -> Iterator[Finding]:
    """Findings for decks and boards that there are not, and for what `words_mistakes` finds."""
    for name, side in war.sides.items():
        if side.deck not in decks:
            message = f'"{shortened(side.deck)}" is no deck that fights'
            yield unknown(war.where_of("sides", name, "deck"), "unknown-product", message, side.deck, decks)
    if war.board is not None and war.board not in game.products:
        message = f'there is no product "{shortened(war.board)}"'
        yield unknown(war.where_of("board"), "unknown-product", message, war.board, game.products)
    yield from words_mistakes(war, tuple(war.sides), types)


def words_mistakes(words: WarWords, sides: tuple[str, ...], types: tuple[str, ...]) -> Iterator[Finding]:
    """Findings for scores and sides that there are not."""
    if words.artillery and words.artillery.score not in types:
        score = words.artillery.score
        message = f'there is no type of fight "{shortened(score)}"'
        yield unknown(words.artillery.where_of("score"), "unknown-value", message, score, types)
    for name in words.hands:
        if name not in sides:
            message = f'there is no side "{shortened(name)}"'
            yield unknown(words.key_where_of("hands", name), "unknown-value", message, name, sides)
    if words.first not in ("roll", *sides):
        message = f'there is no side "{shortened(words.first)}"'
        yield unknown(words.where_of("first"), "unknown-value", message, words.first, ("roll", *sides))
