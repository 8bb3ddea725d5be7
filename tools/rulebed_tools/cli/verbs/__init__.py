"""The verbs: what lies in this directory is what the command can do."""
