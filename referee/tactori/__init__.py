"""The referee for Tactori (Dusyma) and TAKTORI: positions, bridges, polygons, turns and the eleven games."""
