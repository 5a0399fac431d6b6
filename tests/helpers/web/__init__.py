"""What tests of the web share: a server in a thread or a process, pages without a browser, the browser itself, and the lab."""
