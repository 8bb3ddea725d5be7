"""The effect language: grammar, nodes, types, scopes, and what expressions mean in the core."""
