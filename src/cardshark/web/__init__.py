"""The table in the browser: a server on this machine, and the pages that it serves."""
