"""From a guarded model to a blueprint: programs are split where play waits, given slots, and written as Python."""
