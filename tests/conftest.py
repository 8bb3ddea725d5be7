"""What tests of all rooms share: where the house is, and what each directory costs."""

from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tests.clock"]

settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the checkout."""
    return ROOT
