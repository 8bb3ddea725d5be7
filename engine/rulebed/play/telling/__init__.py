"""What has happened, as each viewer may hear it: rows, events, sentences, stories."""
