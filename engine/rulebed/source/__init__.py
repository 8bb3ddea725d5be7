"""Source texts, places in them, and what there is to say about them."""
