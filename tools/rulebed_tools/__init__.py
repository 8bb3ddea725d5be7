"""All that stands on the engine: command line, scenarios, bots, simulation and adapters."""
