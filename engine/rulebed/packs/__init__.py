"""Packs: YAML with places, manifests, layers with provenance, and schemas."""
