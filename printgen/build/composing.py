"""Composes the products of a job, each after those whose pieces it needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from printgen.base.errors import Finding, PrintgenError, UsageError, has_errors
from printgen.base.limits import OverLimit, activity, check_limit, consume
from printgen.base.progress import Progress
from printgen.build.jobs import Filler, Job, back_look, stop_on_unknown_looks, unknown_theme, usual
from printgen.build.printed import Pieces
from printgen.build.settings import Settings
from printgen.build.targets import Selection, records_named
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.faces.template_mistakes import template_mistakes
from printgen.game.load import with_options
from printgen.game.records import Product, Record
from printgen.kinds import Kind, find_load, suggest_kind
from printgen.kinds.composition import COLOR, Composition, Content, Order, Show
from printgen.reading.positions import OverlayMap
from printgen.sheets.impose import check_sheet_words
from printgen.sheets.sheet import paper


def compose_products(job: Job, settings: Settings, progress: Progress) -> tuple[list[Pieces], list[Finding]]:
    """Compose the products of a job, those first whose pieces others need."""
    stop_on_unknown_looks(job, settings)
    findings = [*unknown_theme(job.game, job.library), *template_mistakes(job.library), *check_sheet_words(job.library)]
    if job.library.shut:
        return [], findings
    plan, plan_findings = _plan_products(job, settings)
    findings += plan_findings
    composer = _JobComposer(job.adding(findings), settings, progress)
    for product in plan.single:
        composer.compose(product)
    composer.fill_last_sheets(plan.fillers)
    for product, members in plan.shared:
        composer.share_sheets(product, members)
    composer.describe(plan.describing, plan.printed)
    items = [composer.composed[product.name] for product in job.products if product.name in composer.composed]
    return items, [*findings, *composer.findings]


class _Plan(NamedTuple):
    """The products to compose for a job, by what has to be there before each of them."""

    single: Sequence[Product]
    """Those that need no other, among them all that lie on the sheets of others."""
    fillers: Mapping[str, Sequence[Filler]]
    """What fills the last sheet of a product, by its name."""
    shared: Sequence[tuple[Product, Sequence[Product]]]
    """Shared sheets, each with the products that lie on them."""
    describing: Sequence[Product]
    """Those that describe the others, such as a cover."""
    printed: frozenset[str]
    """The names of products that take sheets of paper: those of the job, and those that a cover counts."""


def _plan_products(job: Job, settings: Settings) -> tuple[_Plan, list[Finding]]:
    """The plan of a job, and findings of products that cannot fill the sheets of others."""
    describing = [] if settings.only else [product for product in job.products if job.tells(product)]
    printed = {product.name: product for product in (*job.products, *(usual(job.game) if describing else ()))}
    described = [product for product in printed.values() if not job.tells(product)]
    fillers, findings = dict[str, list[Filler]](), list[Finding]()
    for product in described:
        if product.fill and not job.names_to_print(product, settings.only):
            fillers[product.name], filler_findings = job.fillers(product)
            findings += filler_findings
    shared = [(product, members) for product in described if (members := job.members(product))]
    needed = [product for _, members in shared for product in members]
    needed += (filler.product for fill in fillers.values() for filler in fill)
    single = {product.name: product for product in described if not job.members(product)}
    # What is needed by several, or printed for itself as well, is composed once.
    single |= {product.name: product for product in needed if product.name not in printed}
    return _Plan([*single.values()], fillers, shared, describing, frozenset(printed)), findings


class _JobComposer:
    """Composes the products of a job one after the other, and gathers their pieces and findings."""

    def __init__(self, job: Job, settings: Settings, progress: Progress) -> None:
        self.job, self.settings, self.progress = job, settings, progress
        self.findings: list[Finding] = []
        self.composed: dict[str, Pieces] = {}  # By the names of their products.
        self._show = Embedder(job, settings).pieces

    def compose(self, product: Product, contents: Sequence[Content] = ()) -> None:
        """Compose a product as often as a print list wishes."""
        pieces = self._pieces(product, self.job.wishes.get(product.name), contents)
        if pieces is not None:
            self.composed[product.name] = pieces

    def _pieces(self, product: Product, wish: Selection | None, contents: Sequence[Content] = ()) -> Pieces | None:
        """The pieces of a product; None where it has none, or takes more than a run may."""
        what = f"composing {self.job.game.name}/{product.name}"
        self.progress(what)
        job = self.job.adding(self.findings)
        try:
            with activity(what, product.where):
                composer = ProductComposer(job, _settings_for(wish, self.settings), self._show, wish)
                pieces, findings = composer.compose(product, contents=tuple(contents))
        except OverLimit as error:
            # The findings of the game, and of its other products, are reported too.
            pieces, findings = None, error.findings
        self.findings += (*findings, *(() if pieces is None else pieces.findings))
        return pieces

    def fill_last_sheets(self, fillers: Mapping[str, Sequence[Filler]]) -> None:
        """Fill the last sheets of products with the pieces of others."""
        available = {**self.composed}
        products = {filler.product.name: filler.product for fill in fillers.values() for filler in fill}
        for name, product in products.items():
            if name in self.job.wishes:
                # What fills sheets is composed as its file says, even where a print list selects some of it.
                pieces = self._pieces(product, None)
                if pieces is not None:
                    available[name] = pieces
        for name, fill in fillers.items():
            if name in self.composed:
                pairs = [(one, available[one.product.name]) for one in fill if one.product.name in available]
                self.composed[name], findings = _fill_sheets(self.composed[name], pairs)
                self.findings += findings

    def share_sheets(self, product: Product, members: Iterable[Product]) -> None:
        """Compose shared sheets of the pieces of their members, if any of them has some."""
        items = [self.composed[member.name] for member in members if member.name in self.composed]
        if items:
            contents = [Content(item.product, item.pieces, 0) for item in items]
            self.compose(_with_common_options(product, items), contents)
            if product.name in self.composed:
                self.composed[product.name] = replace(self.composed[product.name], members=tuple(items))

    def describe(self, products: Sequence[Product], printed: Collection[str]) -> None:
        """Compose products that describe all others, with the sheets that the `printed` ones take."""
        if not products or has_errors((*self.job.findings, *self.findings)):
            return
        counted = [(item, *count_sheets(item, name in printed)) for name, item in self.composed.items()]
        self.findings += (finding for _, _, findings in counted for finding in findings)
        if not has_errors(self.findings):
            contents = [Content(item.product, item.pieces, sheets) for item, sheets, _ in counted if item.pieces]
            for product in products:
                self.compose(product, contents)


def _settings_for(wish: Selection | None, settings: Settings) -> Settings:
    """The settings of a product of which a print list wishes some records, or a seed."""
    if wish is None:
        return settings
    return replace(settings, only=wish.only, seed=settings.seed if wish.seed is None else wish.seed)


def _fill_sheets(item: Pieces, fillers: Sequence[tuple[Filler, Pieces]]) -> tuple[Pieces, list[Finding]]:
    """A product with the pieces of other products, or of their records, that fill its last sheet."""
    fill, findings, sizes = list[Piece](), list[Finding](), {_size(piece) for piece in item.pieces}
    for filler, offered in fillers:
        record = filler.record
        names = {named.name for named in records_named(offered.product, [record])} if record else ()
        pieces = [piece for piece in offered if _size(piece) in sizes and (not record or piece.name in names)]
        if offered.pieces and not pieces:
            message, hint = (
                f"the pieces of {offered.product.name} are not of the size of those of {item.product.name}",
                "Name a product of the same size.",
            )
            findings.append(Finding("error", filler.phrase.where, message, hint, "other-size"))
        fill += pieces
    return replace(item, fill=tuple(fill)), findings


def _size(piece: Piece) -> tuple[float, float]:
    return round(piece.front.width, 3), round(piece.front.height, 3)


def count_sheets(item: Pieces, printed: bool = True) -> tuple[int, tuple[Finding, ...]]:
    """How many sheets a product takes; 0, with findings, where its pieces cannot be laid on the paper."""
    try:
        return item.count_sheets() if printed else 0, ()
    except PrintgenError as error:
        return 0, error.findings


def _with_common_options(product: Product, items: Sequence[Pieces]) -> Product:
    """Shared sheets with the stock and the duplex of the products on them, where these agree and it has none."""
    stocks = {item.product.stock for item in items}
    ways = {item.product.options.get("duplex") for item in items}
    if not product.stock and len(stocks) == 1:
        product = product.model_copy(update={"stock": stocks.pop()})
    if "duplex" not in product.options and len(ways) == 1 and (way := ways.pop()):
        product = product.model_copy(update={"options": OverlayMap(product.options, {"duplex": way})})
    return product


@dataclass(frozen=True, slots=True)
class Embedder:
    """Composes the pieces that products show of other products, each once; none of a product that shows others."""

    job: Job
    settings: Settings
    _known: dict[tuple[str, str], tuple[tuple[Piece, ...], tuple[Finding, ...]]] = field(default_factory=dict)

    def pieces(self, name: str, record: str) -> tuple[tuple[Piece, ...], tuple[Finding, ...]]:
        """The pieces of a product, of one of its records where it is named; none where they have mistakes."""
        product = self.job.game.products[name]
        if (name, record) not in self._known and not self.job.tells(product) and not self.job.members(product):
            only = (record,) if record and product.records else ()
            settings = replace(self.settings, only=only, overrides={})
            composed, findings = ProductComposer(self.job, settings).compose(product)
            self._known[name, record] = composed.pieces if composed else (), (*findings,)
        return self._known.get((name, record), ((), ()))


@dataclass(frozen=True, slots=True)
class ProductComposer:
    """Composes single products; `show` gives the pieces of others, and a print list's `wish` says how often each."""

    job: Job
    settings: Settings
    show: Show | None = None
    wish: Selection | None = None

    def compose(
        self, product: Product, records: tuple[Record, ...] | None = None, contents: tuple[Content, ...] = ()
    ) -> tuple[Pieces | None, Sequence[Finding]]:
        """A product's pieces, and findings besides their own; None without a selected record, or for wrong options."""
        kind = self.job.kinds.get(product.kind)
        if kind is None:
            message, hint = f"there is no kind of product '{product.kind}'", suggest_kind(product.kind)
            return None, [Finding("error", product.where_of("kind"), message, hint, "unknown-kind")]
        records = records_named(product, self.settings.only) if records is None else records
        if self.settings.only and not records and not contents:
            return None, ()
        product = self._with_overrides(product)
        if product.loaded is None and (kind.load or kind.options):
            return None, ()  # The mistakes in its options are findings already.
        check_limit("pieces", len(records), product.where)
        order, findings = self._order(product, records, contents)
        if order is None:
            return None, findings
        try:
            composition = kind.compose(order)
        except (ValueError, ArithmeticError) as error:
            # Icons and art fail without the line that names them.
            return None, [*findings, Finding("error", product.where, str(error), "", "template")]
        if not (composition.pieces or self.settings.only or has_errors(composition.findings)):
            return None, [*findings, *composition.findings, *_nothing_printed(self.job, product, kind)]
        return self._as_wished(order, composition), findings

    def _with_overrides(self, product: Product) -> Product:
        """The product with the options that were given for its kind. UsageError for a wrong one of them."""
        overrides = self.settings.overrides.get(product.kind)
        if not overrides:
            return product
        changed, findings = with_options(self.job.game, product, overrides, find_load(product.kind))
        if findings and product.loaded is not None:
            raise UsageError(findings[0].message, findings[0].hint)
        return changed

    def _order(
        self, product: Product, records: tuple[Record, ...], contents: tuple[Content, ...]
    ) -> tuple[Order | None, list[Finding]]:
        """What a product's kind needs to know to compose it, and findings; None for an unknown paper."""
        job, settings = self.job, self.settings
        paper_name, findings = _paper_of(job, product, settings)
        if not paper_name:
            return None, findings
        backs, findings = back_look(job, product, settings)
        look = "" if settings.look == COLOR else settings.look
        order = Order(job.game, product, records, job.library, job.renderer, look, settings.seed, backs, paper_name,
                      contents, settings.edge, settings.join)  # fmt: skip
        return (replace(order, show=self.show) if self.show else order), findings

    def _as_wished(self, order: Order, composition: Composition) -> Pieces:
        """The pieces of a composed order, as many as a print list wishes; the run's budget pays for them."""
        job, product, wish, pieces = self.job, order.product, self.wish, composition.pieces
        if wish and not order.contents:  # Of shared sheets, those that lie on them are printed as often.
            pieces = wish.pieces(pieces, order.records)
        if not job.members(product):  # Those on shared sheets were counted before.
            consume("pieces", sum(piece.copies for piece in pieces), product.where)
        # A look, some of the records, or a form of another build may need fewer faces.
        partial = order.look or self.settings.only or self.settings.overrides.get(product.kind)
        unread = order.unread() if pieces and not partial else ()
        findings = (*composition.findings, *unread, *order.warnings)
        settings = replace(self.settings, backs=order.backs)
        return Pieces(pieces, findings, job.game, product, job.library, settings,
                      listed=bool(wish and wish.differs), reads=order.reads())  # fmt: skip


def _paper_of(job: Job, product: Product, settings: Settings) -> tuple[str, list[Finding]]:
    """The name of the paper of a product; "", with a finding, for an unknown one."""
    try:
        return paper(settings.paper_for(product), job.library).name, []
    except TemplateProblem as error:
        return "", [*error.findings]
    except UsageError as error:
        if settings.paper:
            raise
        where = product.where_of("paper")
        return "", [replace(found, where=where, code="unknown-paper") for found in error.findings]


def _nothing_printed(job: Job, product: Product, kind: Kind) -> Iterator[Finding]:
    """The finding of a product that prints nothing, unless findings of its list explain it."""
    if product.each:
        message, hint = f"nothing is printed: {product.name} has no cards yet", "Add one with printgen new."
        yield Finding("warning", product.where, message, hint, "empty-list")
    elif product.list_file is None and "list" in kind.takes:
        message, hint = "the product has no list", "Add list: and the file that holds a record for each of its pieces."
        yield Finding("error", product.where, message, hint, "missing-key")
    elif product.complete and all(finding.code != "empty-list" for finding in job.findings):
        message = "nothing is printed: the list has no record with a copy"
        yield Finding("warning", product.where_of("list"), message, "Write a record, or copies: 1.", "empty-list")
