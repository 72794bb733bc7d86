"""Programs of their own for the tests: they play as fast as they can, are killed, or find that nothing can be written.

Each prints a line of JSON for what is done, and only once it is.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from live import journal
from live.events import Event
from live.log import GameLog
from live.play import Play
from referee.tactori.text import to_text
from tests.live.playing import TAKTORI, begin, begun, whole_game, wrong_position
from words.language import catalogue, say


def tell(**said: Any) -> None:
    print(json.dumps(said), flush=True)


def tell_state(play: Play) -> None:
    state = play.state
    tell(game=state.id, seq=play.seq, n=len(state.steps), position=to_text(state.position), memory=play.in_memory)


def memory_words(events: list[Event]) -> list[str]:
    return [say(event.data["message"], "en") for event in events if event.kind == "memory"]


def play_on(path: str, seed: str) -> None:
    """Plays without end, all kinds of calls, going on where the last one was killed."""
    import random

    positions = whole_game(int(seed))
    tell(ready=True)
    log = GameLog.open(path)
    assert log.trouble is None, say(log.trouble, "en")
    play = Play.resume(log, "1") or begin(log)
    tell_state(play)
    rng = random.Random(seed)
    while True:
        n = len(play.state.steps)
        if n == len(positions):
            play.end()
            play = begin(log)
        elif n > 0 and rng.random() < 0.1:
            play.undo()
        elif rng.random() < 0.1:
            play.wait("illegal", [wrong_position(play.state.match, rng)])
            tell_state(play)
            play.reject()
        elif play.state.undone and rng.random() < 0.5:
            play.redo()
        elif n + 2 < len(positions) and rng.random() < 0.2:
            play.confirm_all(positions[n : n + 2])
        else:
            play.confirm(positions[n])
        tell_state(play)


def play_a_game(path: str, table: str, seed: str) -> None:
    """Plays one game; what others do to it is obeyed, until nobody has anything to say any more."""
    said_all = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), said_all.set()), daemon=True).start()
    positions = whole_game(int(seed))
    log = GameLog.open(path)
    play = Play.resume(log, table) or begin(log, table)
    tell_state(play)
    while True:
        last_look = said_all.is_set()
        for event in play.follow_others():
            tell(followed=event.kind.value)
        if last_look and len(play.state.steps) == len(positions):
            break
        if play.state.paused or len(play.state.steps) == len(positions):
            time.sleep(0.002)
            continue
        n = len(play.state.steps)
        events = play.confirm(positions[n])
        assert not memory_words(events), events
        ours = next((i for i, event in enumerate(events) if event.kind == "turn"), None)
        if ours is not None:
            tell_state(play)
        for event in events[:ours]:
            tell(followed=event.kind.value)
    tell_state(play)
    log.close()


def full_disk(path: str, limit_kb: str) -> None:
    """Plays until the disk is full, goes on, and finds room again. Without a limit the disk itself is small."""
    import resource
    import signal

    positions = whole_game(1)
    journal.TRY_AGAIN_S = 0.0
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    filler = Path(path).with_name("filler")
    log = GameLog.open(path)
    play = begin(log)
    play.confirm(positions[0])
    if int(limit_kb):
        used = max(file.stat().st_size for file in Path(path).parent.glob(f"{Path(path).name}*"))
        limit = used + 1000 * int(limit_kb)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    else:
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 512)
    said, before = list[str](), 0
    for position in positions[1:40]:
        events = play.confirm(position)
        assert [event for event in events if event.kind == "turn"]
        said += memory_words(events)
        before += not play.in_memory
    tell(said=said, n=len(play.state.steps), memory=play.in_memory, before=before)
    if int(limit_kb):
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    else:
        filler.unlink()
    events = play.confirm(positions[40])
    again = GameLog.open(path)
    assert play.state.id is not None
    kept = Play.load(again, play.state.id)
    tell(said=memory_words(events), memory=play.in_memory, same=kept.state == play.state, n=len(kept.state.steps))


def read_only(path: str, _: str) -> None:
    """Plays where nothing may be written; root may always, so it becomes nobody first."""
    positions = whole_game(1)
    catalogue("en")  # nobody may not even be able to read it
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    journal.TRY_AGAIN_S = 0.0
    log = GameLog.open(path)
    said = []
    play = Play.resume(log, "1")
    if play is None:
        play = Play.begin(log, "1", "demo:1", TAKTORI, "RB")
        said += memory_words(play.begun)
    first = len(play.state.steps)
    for position in positions[first : first + 5]:
        said += memory_words(play.confirm(position))
    tell(said=said, first=first, n=len(play.state.steps), memory=play.in_memory)


def prepare(path: str, count: str) -> None:
    """A game with some turns, and the program ended in the proper way."""
    log = GameLog.open(path)
    tell_state(begun(log, *whole_game(1)[: int(count)]))
    log.close()


def pulled(path: str, harm: str) -> None:
    """Plays thirty turns, after the tenth of which the log is pulled away, and falls."""
    journal.TRY_AGAIN_S = 0.0
    file, positions = Path(path), whole_game(1)
    play = begin(GameLog.open(path))
    for n, position in enumerate(positions[:30], 1):
        said = memory_words([*play.confirm(position), *play.follow_others()])
        tell(n=len(play.state.steps), memory=play.in_memory, said=said)
        if n == 10:
            match harm:
                case "wal":
                    file.with_name(f"{file.name}-wal").unlink()
                case "empty":
                    os.truncate(file, 0)
                case "delete":
                    file.unlink()
                case "garbage":
                    file.write_bytes(os.urandom(file.stat().st_size))
        if n == 20 and harm == "garbage":  # somebody clears it away
            file.unlink()
    os._exit(9)


def stays(path: str, table: str) -> None:
    """Plays a turn whenever it is told to."""
    journal.TRY_AGAIN_S = 0.0
    positions = whole_game(2)
    play = begun(GameLog.open(path), positions[0], table=table)
    tell_state(play)
    for _ in sys.stdin:
        play.confirm(positions[len(play.state.steps)])
        play.write_now()
        tell_state(play)


def no_room(path: str, _: str) -> None:
    """Goes on with a game on a disk that is full before the log is opened."""
    filler = Path(path).with_name("filler")
    prepare(path, "3")
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 512)
    log = GameLog.open(path)
    assert log.trouble is not None
    play = Play.resume(log, "1")
    said = memory_words(play.confirm(whole_game(1)[3])) if play is not None else []
    tell(trouble=say(log.trouble, "en"), said=said)


if __name__ == "__main__":
    calls = {f.__name__: f for f in (play_on, full_disk, read_only, prepare, pulled, stays, no_room)}
    if sys.argv[1] == "play_a_game":
        play_a_game(*sys.argv[2:5])
    else:
        calls[sys.argv[1]](*sys.argv[2:4])
