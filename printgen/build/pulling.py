"""Fetches a published sheet and saves it as a game's list, if it is valid CSV.

Only `printgen pull` fetches anything: a build never reads the network. It speaks only https with hosts of the open
network, also after redirects, and limits the size to that of a list and the time to a minute.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from email.message import Message
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, did_you_mean, has_errors, stop_on_errors
from printgen.base.file_access import MEGABYTE, MOST_BYTES, AccessError, FileAccess, display_path
from printgen.base.limits import metered
from printgen.base.units import count_noun
from printgen.build.targets import find_target
from printgen.game.columns import same_word
from printgen.reading.csv_files import parse_csv
from printgen.reading.files import Files
from printgen.reading.positions import LocatedMap
from printgen.reading.scalars import shorten
from printgen.reading.sheets import TableSheet
from printgen.writers.output import write_files

_ENDINGS = (".csv", ".tsv", ".tab")
"""What the name of a list that is pulled ends in."""
_SECONDS = 60
"""Seconds that a whole list may take."""
_SILENCE = 20
"""Seconds that a host may send nothing."""
_MOST_REDIRECTS = 5
"""How often a host may lead on to another address."""
_MOST_NAMED = 50
"""Of more names than these only the first are in the data for programs."""
_HERE = ("localhost", "127.0.0.1", "::1")
"""Names of this very machine."""
_PUBLISH = "In Google Sheets, choose File, Share, Publish to the web, the sheet and CSV; and copy the address it gives."


@dataclass(frozen=True)
class Pulled:
    """A fetched list: the product and its file, its number of rows, and the names of changed rows."""

    product: str
    file: str
    rows: int
    new: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]
    written: bool

    def as_data(self) -> dict[str, Any]:
        """The result as plain data; of the names only the first ones, after their number."""
        data = asdict(self)
        for key in ("new", "changed", "gone"):
            data[key] = {"count": len(data[key]), "names": list(data[key][:_MOST_NAMED])}
        return data

    def __str__(self) -> str:
        parts = [
            f"{len(names)} {word} ({', '.join(map(shorten, names[:3]))}{', ...' if len(names) > 3 else ''})"
            for word, names in (("new", self.new), ("changed", self.changed), ("gone", self.gone))
            if names
        ]
        changes = ", ".join(parts) or ("only its spelling has changed" if self.written else "nothing has changed")
        return f"{self.file}: {count_noun(self.rows, 'row')}; {changes}"


class _PullError(Exception):
    """Why an address gives no list: a code, a message and a hint."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint


@dataclass(frozen=True)
class _PullSource:
    """A list to fetch: the product, its entry, the address and its place, and the target file."""

    product: str
    entry: LocatedMap
    address: str
    where: Where
    path: Path
    file: Path


@metered()
def pull(target: str | Path, *, local: bool = False) -> tuple[Pulled, ...]:
    """Fetch and save the lists of a game, or of one product, that have `pull`; all of them or none.

    `local` allows addresses of this machine, with plain http. UsageError if no product has `pull`; PrintgenError for a
    list that cannot be reached, is no CSV, or cannot be written.
    """
    folder, named = find_target(str(target))
    files = Files(folder)
    gate = FileAccess(folder, folder)
    sources = [*_find_sources(files, gate, folder, named, local)]
    stop_on_errors(files.findings)
    if not sources:
        raise UsageError(f"no list of {target} says where to pull it from", "Write pull: and an address beside list:.")
    fetched: dict[str, bytes] = {}
    pulled: list[Pulled] = []
    changed: dict[Path, bytes] = {}
    for source in sources:
        try:
            if source.address not in fetched:
                fetched[source.address] = _fetch(source.address, local)
            data = fetched[source.address]
            pulled.append(_compare(source, data, _load_list(gate, source.path)))
            if pulled[-1].written:
                changed[source.file] = data
        except _PullError as error:
            files.report(source.where, error.code, error.message, error.hint)
    stop_on_errors(files.findings)
    if changed:
        write_files([*changed.items()])
    return tuple(pulled)


def fetch_sheet(address: str, local: bool = False) -> bytes:
    """The contents of a published sheet. PrintgenError explains a failure; `local` is as in `pull`."""
    where = Where(shorten(address))
    try:
        if error := _address_error(address, local):
            raise error
        return _fetch(address, local)
    except _PullError as refused:
        raise PrintgenError([Finding("error", where, str(refused), refused.hint, refused.code)]) from refused


def _find_sources(files: Files, gate: FileAccess, folder: Path, named: str, local: bool) -> Iterator[_PullSource]:
    """The lists with an address to pull from; wrong addresses are reported."""
    top = files.mapping(folder / "game.yaml")
    products = top.get("products") if top is not None else None
    entries = {name: entry for name, entry in (products or {}).items() if isinstance(entry, LocatedMap)}
    if top is not None and named and named not in entries:
        raise UsageError(f"the game has no product '{named}'", did_you_mean(named, entries))
    for name, entry in entries.items():
        if (named and name != named) or "pull" not in entry:
            continue
        address, where = entry["pull"], entry.where("pull")
        error = _address_error(address, local)
        if error:
            files.report(where, error.code, error.message, error.hint)
            continue
        path = entry.get("list")
        if not isinstance(path, str) or not path.lower().endswith(_ENDINGS):
            place = entry.where("list") if "list" in entry else where
            message = "what is pulled is saved as CSV"
            files.report(place, "wrong-format", message, f"Write a list such as {name}.csv.")
            continue
        try:
            yield _PullSource(name, entry, address, where, folder / path, gate.place(path))
        except AccessError as refused:
            files.report(entry.where("list"), refused.code, refused.message, refused.hint)


def _address_error(address: Any, local: bool) -> _PullError | None:
    """The reason why an address may not be fetched; None if it may."""
    hint = "Write an address such as https://docs.google.com/spreadsheets/d/e/.../pub?output=csv."
    try:
        parts = urlsplit(address) if isinstance(address, str) else None
        host = parts.hostname if parts else None
        _ = parts.port if parts else None
    except ValueError:
        parts = host = None
    if parts is None or not host or re.search(r"[\x00-\x20\x7f]", address) or not address.isascii():
        return _PullError("bad-address", "this is no address of a published sheet", hint)
    is_this_machine = local and host in _HERE
    if parts.scheme != "https" and not (is_this_machine and parts.scheme == "http"):
        if host in _HERE:
            hint = "Add --from-localhost for an address of this very machine, or write one of https."
        return _PullError("bad-address", f"lists are pulled over https alone, not over {shorten(parts.scheme)}", hint)
    if parts.username is not None:
        message = "the address holds a name or a password"
        return _PullError("bad-address", message, "Publish the sheet, and remove them.")
    if host.endswith("google.com") and re.search(r"/edit|/view", parts.path):
        message = "this is the address of the sheet's page, not of what it publishes"
        return _PullError("not-published", message, _PUBLISH)
    return None


# ---- fetching


class _Connection(http.client.HTTPSConnection):
    """A connection to a host of the open network; its addresses are checked before anything is sent."""

    def __init__(self, host: str, /, **options: Any) -> None:
        super().__init__(host, **options)
        self._security: ssl.SSLContext = options["context"]

    def connect(self) -> None:
        if getattr(self, "_tunnel_host", None):
            super().connect()  # A proxy may be near, and connects by itself.
            return
        failure: OSError | None = None
        for address in _open_addresses(self.host, self.port):
            try:
                plain = socket.create_connection((address, self.port), self.timeout)
            except OSError as error:
                failure = error
                continue
            self.sock = self._security.wrap_socket(plain, server_hostname=self.host)
            return
        raise failure or OSError("the host has no address")


def _open_addresses(host: str, port: int) -> list[str]:
    """The addresses of a host. _PullError if any of them is not in the open network."""
    addresses = [str(place[0]) for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not all(ipaddress.ip_address(address.partition("%")[0]).is_global for address in addresses):
        raise _PullError("bad-address", "the address leads into your own network", "Name a published sheet.")
    return addresses


class _Https(urllib.request.HTTPSHandler):
    def https_open(self, request: urllib.request.Request) -> Any:
        return self.do_open(_Connection, request, context=ssl.create_default_context())


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to addresses that may be fetched."""

    def __init__(self, local: bool) -> None:
        self._local, self._turns = local, 0

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        self._turns += 1
        error = _address_error(newurl, self._local)
        if error or self._turns > _MOST_REDIRECTS:
            where = shorten(urlsplit(newurl).netloc or newurl)
            reason = error.message if error else "further and further"
            message = f"the host leads on to {where}, and {reason}"
            raise _PullError("bad-address", message, error.hint if error else "Name the address that it ends at.")
        return urllib.request.Request(newurl, headers=dict(req.header_items()))


def _fetch(address: str, local: bool) -> bytes:
    """The contents of an address. _PullError explains why it is no CSV."""
    opener = urllib.request.OpenerDirector()
    handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler(), _Https(), _Redirects(local)]
    if local:
        handlers = [urllib.request.HTTPHandler(), _Redirects(local)]
    for handler in (*handlers, urllib.request.HTTPErrorProcessor(), urllib.request.HTTPDefaultErrorHandler()):
        opener.add_handler(handler)
    host = urlsplit(address).hostname
    request = urllib.request.Request(address, headers={"User-Agent": "printgen", "Accept": "text/csv, text/plain"})
    again = "Look at the connection and the address; nothing was changed."
    try:
        with opener.open(request, timeout=_SILENCE) as answer:
            data = b"".join(_chunks(answer))
            kind = answer.headers.get_content_type()
    except _PullError:
        raise
    except urllib.error.HTTPError as error:
        message = f"{host} answers {error.code}: {shorten(str(error.reason))}"
        raise _PullError("not-published", message, _PUBLISH) from error
    except TimeoutError as error:
        raise _PullError("cannot-fetch", f"{host} does not answer in time", "Try it again later.") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(inner := getattr(error, "reason", None), _PullError):
            raise inner from error
        reason = shorten(str(getattr(inner, "strerror", None) or inner or error))
        raise _PullError("cannot-fetch", f"cannot reach {host}: {reason}", again) from error
    if kind in ("text/html", "application/xhtml+xml") or data.lstrip()[:1] == b"<":
        raise _PullError("not-published", "the address gives a web page, and no CSV", _PUBLISH)
    return data


def _chunks(answer: Any) -> Iterator[bytes]:
    """The parts of a host's answer, within the limits of size and time."""
    end, size = time.monotonic() + _SECONDS, 0
    while chunk := answer.read1(65_536):
        size += len(chunk)
        if size > MOST_BYTES["list"]:
            message = f"the sheet is larger than {MOST_BYTES['list'] // MEGABYTE} MB"
            raise _PullError("file-too-big", message, "Publish a smaller one.")
        if time.monotonic() > end:
            raise _PullError("cannot-fetch", f"the sheet takes longer than {_SECONDS} seconds", "Try it again later.")
        yield chunk


# ---- what has changed


def _load_list(gate: FileAccess, path: Path) -> bytes | None:
    """The present contents of the list; None for a missing file."""
    try:
        return gate.load(path, "list")
    except AccessError as refused:
        if refused.code == "missing-file":
            return None
        raise _PullError(refused.code, refused.message, refused.hint) from refused


def _compare(source: _PullSource, data: bytes, before: bytes | None) -> Pulled:
    """The differences between the new list and the old one. _PullError if the new one cannot be read."""
    tabs = source.path.suffix.lower() != ".csv"
    sheet, findings = parse_csv(data, display_path(source.path), tabs)
    if sheet is None or has_errors(findings):
        errors: Sequence[Finding] = [finding for finding in findings if finding.severity == "error"]
        message = f"what the address gives cannot be read: {errors[0].message} ({errors[0].where})"
        raise _PullError("not-a-list", message, "Mend the sheet, and pull it again.")
    old = parse_csv(before, "", tabs)[0] if before is not None else None
    named = source.entry.get("columns")
    columns = named if isinstance(named, LocatedMap) else {}
    old_rows, new_rows = (_rows_by_name(rows, columns) if rows else {} for rows in (old, sheet))
    new, gone = (tuple(name for name, _ in [key for key in rows if key not in others])
                 for rows, others in ((new_rows, old_rows), (old_rows, new_rows)))  # fmt: skip
    same_head = old is not None and old.headers == sheet.headers
    common_keys = new_rows.keys() & old_rows.keys()
    differing = (key for key in new_rows if key in common_keys and not (same_head and old_rows[key] == new_rows[key]))
    changed = tuple(name for name, _ in differing)
    return Pulled(source.product, display_path(source.path), len(sheet.rows), new, changed, gone, data != before)


def _rows_by_name(sheet: TableSheet, columns: Mapping[str, Any]) -> dict[tuple[str, int], Sequence[object]]:
    """The rows by name; rows with the same name are numbered."""
    named = next((header for header, field in columns.items() if field == "name"), None) or "name"
    header = same_word(named, sheet.headers)
    column = sheet.headers.index(header) if header is not None else 0
    rows: dict[tuple[str, int], Sequence[object]] = {}
    counts: dict[str, int] = {}
    for row in sheet.rows:
        name = str(row[column])
        counts[name] = counts.get(name, 0) + 1
        rows[name, counts[name]] = row
    return rows
