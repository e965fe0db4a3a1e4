"""``python -m evals.bridge FOLDER``: serve until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from aiohttp import web

from evals.bridge.server import bridge_app


def main() -> None:
    """Serve on loopback only: whoever answers sees every question."""
    parser = argparse.ArgumentParser(prog="python -m evals.bridge", description=__doc__)
    parser.add_argument("folder", type=Path, help="where requests and answers lie")
    parser.add_argument("--port", type=int, default=8700)
    options = parser.parse_args()
    address = f"http://127.0.0.1:{options.port}/v1"
    sys.stdout.write(f"CURBSIDE_MODEL=openai:by-hand CURBSIDE_MODEL_URL={address}\n")
    web.run_app(bridge_app(options.folder), host="127.0.0.1", port=options.port, print=None)


if __name__ == "__main__":
    main()
