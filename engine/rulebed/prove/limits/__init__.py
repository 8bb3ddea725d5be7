"""Limits: how deep, how long and how large programs and numbers can become."""
