"""Packs for other people's laboratories: each adapter lets a game be played through another library's interface."""
