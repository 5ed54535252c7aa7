"""`python -m pyrnot`."""

from pyrnot.cli import main

if __name__ == "__main__":
    main()
