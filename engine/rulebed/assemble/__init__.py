"""Assembly of a pack's tree into a model."""
