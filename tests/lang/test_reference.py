"""The reference page is that of the language as it is."""

from tests.lang.reference import PAGE, page


def test_the_reference_is_up_to_date():
    """Whatever is added to the grammar, a schema or the catalogue stands in it; a module writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.lang.reference`"
