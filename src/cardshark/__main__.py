"""The program `cardshark`, also as `python -m cardshark`."""


def main() -> None:
    """Run a command. Ctrl-C is answered quietly from the first moment, also while the commands are being imported."""
    try:
        from cardshark.cli import main as run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()


if __name__ == "__main__":  # a worker loads this file again, and must not run the command again
    main()
