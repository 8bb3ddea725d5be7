"""The cases, a module for each sort of malice; a module added here is found."""
