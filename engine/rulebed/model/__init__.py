"""The game model: kinds, fields, programs and flow, linked, checked and frozen."""
