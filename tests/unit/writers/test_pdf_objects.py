"""A whole PDF file as it is written, object by object."""

from printgen.writers.pdf_objects import PdfDocument

FILE = b"""%PDF-1.7
%\x93\x8c\x8b\x9e
1 0 obj
<< /Count 1 /Kids [ 4 0 R ] /Type /Pages >>
endobj
2 0 obj
<< /Filter /DCTDecode /Length 6 /Subtype /Image >>
stream
pixels
endstream
endobj
3 0 obj
<< /F0 (as it is) >>
endobj
4 0 obj
<< /MediaBox [ 0 0 200.125 0 ] /Parent 1 0 R /Resources << /Font 3 0 R /XObject << /I0 2 0 R >> >> /Type /Page >>
endobj
5 0 obj
<< /Dest [ 4 0 R /Fit ] /Next 6 0 R /Parent 7 0 R /Title (Soup \\(hot\\)) >>
endobj
6 0 obj
<< /Dest [ 4 0 R /Fit ] /Parent 7 0 R /Prev 5 0 R /Title <FEFF6F22> >>
endobj
7 0 obj
<< /Count 2 /First 5 0 R /Last 6 0 R /Type /Outlines >>
endobj
8 0 obj
<< /Outlines 7 0 R /Pages 1 0 R /Type /Catalog >>
endobj
9 0 obj
<< /Title <FEFF0043007200E8006D0065> >>
endobj
"""


def test_a_file_is_what_was_put_into_it_and_nothing_else() -> None:
    document = PdfDocument()
    image = document.stream({"Subtype": "/Image"}, b"pixels", "DCTDecode")
    resources = {"Font": document.reference("Fonts"), "XObject": {"I0": image}}
    page = document.page({"MediaBox": [0, 0, 200.125, 1e-9], "Resources": resources})
    document.add({"F0": "(as it is)"}, "Fonts")
    bookmarks = document.bookmarks([("Soup (hot)", page, ""), ("漢", page, "")])
    objects, _, end = document.to_bytes({"Outlines": bookmarks}, {"Title": "Crème", "Author": ""}).partition(b"xref\n")
    assert objects == FILE
    rows, trailer = end.split(b"trailer\n")
    starts = [int(row.split()[0]) for row in rows.splitlines()[2:]]
    assert [objects[at:].split()[0] for at in starts] == [b"%d" % count for count in range(1, 10)]
    assert all(
        key in trailer for key in (b"/Root 8 0 R", b"/Info 9 0 R", b"/Size 10", b"startxref\n%d\n" % len(objects))
    )


def test_files_are_named_by_what_they_hold() -> None:
    def named(content: bytes, title: str) -> bytes:
        document = PdfDocument()
        document.page({"Contents": document.stream({}, content)})
        return document.to_bytes({}, {"Title": title}).partition(b"/ID")[2][:70]

    assert named(b"a", "Soup") == named(b"a", "Soup")
    assert len({named(b"a", "Soup"), named(b"b", "Soup"), named(b"a", "Stew")}) == 3
