"""How a state looks to somebody: boards, faces, questions, frames, and what has changed since the last."""
