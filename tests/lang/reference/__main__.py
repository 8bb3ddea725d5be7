"""Writes the page anew."""

from tests.lang.reference import PAGE, page

PAGE.write_text(page(), encoding="utf-8")
