"""Which small changes of the engine no test notices, and a tool that finds them out."""
