"""Questions about a pack: what stands at an address, who set it, what uses it, how two packs differ, why not."""
