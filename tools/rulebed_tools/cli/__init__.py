"""The command line: one verb a job, each in a module of its own."""
