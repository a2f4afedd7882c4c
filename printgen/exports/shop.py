"""A game for a print shop: a parcel and a profile come in; the files that the shop takes go out.

What shops want stands in `templates/shops.yaml`; what is made for each of them, in `exports/shops/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from printgen.base.errors import Finding, UsageError, did_you_mean
from printgen.build.stages import Progress
from printgen.exports.format import Asked, Made, Option
from printgen.exports.parcel import Parcel
from printgen.exports.shops.batches import Batch, batches, faults
from printgen.exports.shops.fitting import Makes, Shop, shop_of, shops
from printgen.exports.shops.pages import ink_faults, make_pages
from printgen.exports.shops.pictures import STOCKS, make_order, make_pictures

OPTIONS = (
    Option("profile", "the print shop; without one, all are told", "", tuple(shops()), metavar="SHOP"),
    Option("product", "make pieces into this product of the shop alone, such as TokenSticker", "", metavar="NAME"),
    Option("stock", "what cards of makeplayingcards are printed on", "S30", tuple(STOCKS)),
    Option("foil", "cards of makeplayingcards have foil", False),
    Option("icc", "the ICC profile of the press, for PDFs; auto looks for that of the shop", "", metavar="FILE"),
    Option("ink", "the most ink anywhere in PDFs, in hundredths of a layer; 0 for what the shop takes", 0, most=400),
    Option("pictures-at", "where the folders of makeplayingcards lie when they are ordered", "", metavar="DIR"),
)

_OF_ORDERS = {"stock", "foil", "pictures-at"}
"""What only orders of cards can be asked for."""

_Maker = Callable[[Shop, Sequence[Batch], Asked, Progress], Made]

_MAKERS: Mapping[Makes, _Maker] = {
    "pictures": make_pictures, "order": make_order, "decks": make_pages, "sizes": make_pages, "press": make_pages,
}  # fmt: skip


def _shop(asked: Asked) -> Shop:
    """The shop, with the product that is asked for alone where one is. UsageError where it has none of that name."""
    shop, name = shop_of(asked["profile"]), asked["product"]
    if name and name not in shop.products:
        has = f"has no product '{name}'" if shop.products else "makes pieces of every size, and has no products"
        raise UsageError(
            f"{shop.title} {has}", did_you_mean(name, shop.products) if shop.products else "Leave out --product."
        )
    return shop.model_copy(update={"products": {name: shop.products[name]}}) if name else shop


def check(parcel: Parcel, asked: Asked) -> Iterable[Finding]:
    """What a shop does not make, and what would come out badly. UsageError for a shop that there is not."""
    shop = _shop(asked)
    for option in OPTIONS:
        if option.name in _OF_ORDERS and shop.makes != "order" and asked[option.name] != option.default:
            message = f"--{option.name} is for makeplayingcards, not for {shop.title}"
            raise UsageError(message, f"Leave out --{option.name}.")
    if asked["foil"] and asked["stock"] == "P10":
        raise UsageError("there is no foil on plastic (P10)", "Leave out --foil, or choose another --stock.")
    yield from ink_faults(shop, parcel, asked)
    yield from faults(parcel, shop)


def make(parcel: Parcel, asked: Asked, progress: Progress) -> Made:
    """Draw all that the shop makes."""
    shop = _shop(asked)
    found, _ = batches(parcel.lots, shop)
    made = _MAKERS[shop.makes](shop, found, asked, progress)
    return made.with_counts(sum(batch.count for batch in found))
