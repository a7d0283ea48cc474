"""A mistake from the history of another project, as a change to a copy of reference.py and group_types.py."""

from typing import Callable, NamedTuple


class Fault(NamedTuple):
    name: str
    mistake: str
    project: str
    link: str
    is_server: bool
    change: Callable
    note: str


FAULTS = []


def fault(mistake, project, link, is_server=False, note=""):
    """Lists the decorated function. It changes two modules, whose functions find each other by name."""
    def add(change):
        FAULTS.append(Fault(change.__name__, mistake, project, link, is_server, change, note))
        return change

    return add
