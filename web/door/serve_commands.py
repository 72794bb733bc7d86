"""The command `serve`: the page, on this machine or in the local network."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from words.language import say
from words.message import InputError, message

if TYPE_CHECKING:  # what stands behind it takes a while to import, and no other command should wait for it
    from web.door.serving import Server

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"
DONE = 0
LARGEST_PORT = 65535


def add_commands(commands: Commands, help_text: Help) -> None:
    serve = commands.add_parser("serve", help=help_text("serve"), description=help_text("serve"), allow_abbrev=False)
    serve.add_argument("--demo", action="store_true", help=help_text("serve.demo"))
    serve.add_argument("--port", metavar="N", help=help_text("serve.port"))
    serve.add_argument("--lan", action="store_true", help=help_text("serve.lan"))
    serve.add_argument("--log", metavar="FILE", help=help_text("table.log"))
    serve.add_argument("--lang", default=argparse.SUPPRESS, help=help_text("lang"))
    serve.set_defaults(run=serve_command)


def serve_command(args: argparse.Namespace) -> int:
    port = _port(args.port)
    from web.config import Config
    from web.door.serving import Server
    from web.workshop.memory import keep_little

    keep_little()
    server = Server(Config(log_path=Path(args.log) if args.log else None, demo=args.demo), port, args.lan)
    _announce(server, args)
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    serving = threading.Thread(target=server.run, name="serving", daemon=True)
    serving.start()
    try:
        while not stop.wait(0.5):
            pass
    except KeyboardInterrupt:
        print()
    server.close()
    return DONE


def _announce(server: Server, args: argparse.Namespace) -> None:
    for notice in server.notices:
        print(say(notice, args.lang), flush=True)
    print(say(message("serve.address", address=server.address), args.lang), flush=True)
    if server.config.key is None:
        return
    if not server.addresses:
        print(say(message("serve.no_network"), args.lang), flush=True)
        return
    from web.door.sharing import qr_text

    shared = message("serve.shared", addresses=", ".join(server.addresses), key=server.config.key)
    print(say(shared, args.lang), flush=True)
    print(qr_text(f"{server.addresses[0]}/?key={server.config.key}"), flush=True)


def _port(said: str | None) -> int | None:
    if said is None:
        return None
    if not (said.isascii() and said.isdigit() and len(said) < 6 and int(said) <= LARGEST_PORT):
        raise InputError(message("serve.bad_port", value=said[:20]), "--port")
    return int(said)
