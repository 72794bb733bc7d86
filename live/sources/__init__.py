"""Where pictures come from: cameras, addresses, films, folders, the page, and the simulated table."""

from live.sources.handed_in import HandedIn
from live.sources.opening import open_source
from live.sources.settings import SourceSettings
from live.sources.source import Source

__all__ = ["HandedIn", "Source", "SourceSettings", "open_source"]
