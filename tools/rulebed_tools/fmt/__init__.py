"""The canonical layout of a pack's files: the same tree and the same comments, always spelled alike."""
