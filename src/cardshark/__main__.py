"""`python -m cardshark`: the same as the program `cardshark`."""

from cardshark.cli import main

if __name__ == "__main__":  # a worker loads this file again, and must not run the command again
    main()
