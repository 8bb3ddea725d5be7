"""Suspended effects as plain data: the addresses of choices and calls with locals by name, so that saves outlive builds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebed.build.blueprint import Blueprint


def described(blueprint: Blueprint, s: list[Any]) -> dict[str, Any]:
    raise NotImplementedError


restored = to_json = from_json = described
