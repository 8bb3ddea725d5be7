"""Bots: each takes decisions for one seat, and knows only what that seat may know."""
