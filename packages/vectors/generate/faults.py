"""Runs the tests on copies of the reference with the mistakes of other projects, and compares the result with ../docs/faults.md.

    python3 faults.py            exits with status 1 if the page differs
    python3 faults.py --write    writes the table of the page
"""

import collections
import functools
import importlib
import json
import pathlib
import sys

import faults_in_numbers  # noqa: F401  fills FAULTS
import faults_in_texts  # noqa: F401
from fault import FAULTS

FOLDER = pathlib.Path(__file__).parent
TESTS = FOLDER.parent / "testvectors"
PAGE = FOLDER.parent / "docs" / "faults.md"
START, END = "<!-- faults.py writes from here -->", "<!-- to here -->"
SHOWN_FLAGS = 4
# Group types that clients and servers compute
STEPS = set("Multiplier Scrambler PrivateKey SessionKey Signature Hkdf PaddedInteger".split())


@functools.cache
def power(base, exponent, modulus):
    """pow, which computes the same power for several copies only once."""
    return pow(base, exponent, modulus)


def faulty_copy(fault):
    """What a copy of the reference with one mistake computes, by group type."""
    for name in ("reference", "group_types"):
        sys.modules.pop(name, None)
    reference, types = (importlib.import_module(name) for name in ("reference", "group_types"))
    reference.pow = types.pow = power
    fault.change(reference, types)
    return types.COMPUTE


def runs(fault, group_type):
    return group_type in STEPS or group_type.startswith("Server") == fault.is_server


def passes(compute, test):
    try:
        computed = compute(**test["input"])
    except Exception:
        return test["result"] != "valid"
    if test["result"] == "invalid":
        return False
    return all(computed.get(name) == value for name, value in test["expected"].items())


def read_tests():
    for path in sorted(TESTS.glob("*.json")):
        for group in json.loads(path.read_text(encoding="ascii"))["testGroups"]:
            for test in group["tests"]:
                yield group["type"], test


def failures_of(fault, tests):
    compute = faulty_copy(fault)
    run = [(group_type, test) for group_type, test in tests if runs(fault, group_type)]
    failed = [(group_type, test) for group_type, test in run if not passes(compute[group_type], test)]
    return run, failed


def row_of(fault, tests):
    run, failed = failures_of(fault, tests)
    of_flag = collections.Counter(flag for _, test in run for flag in test["flags"])
    failed_of_flag = collections.Counter(flag for _, test in failed for flag in test["flags"])
    by_count = sorted(failed_of_flag, key=lambda flag: (flag != "Plain", -failed_of_flag[flag], flag))
    flags = [f"{flag} ({failed_of_flag[flag]} of {of_flag[flag]})" for flag in by_count[:SHOWN_FLAGS]]
    if len(by_count) > SHOWN_FLAGS:
        flags.append(f"{len(by_count) - SHOWN_FLAGS} more")
    steps = sorted({group_type for group_type, _ in failed})
    return [
        f"{fault.mistake} {fault.note}".strip(),
        f"[{fault.project}]({fault.link})",
        f"{len(failed)} of {len(run)}",
        ", ".join(flags) or "none",
        ", ".join(steps) or "none",
    ]


def table_of(tests):
    head = ["Mistake", "Project and source", "Tests that fail", "Flags of these tests", "Group types"]
    yield head
    yield ["---"] * len(head)
    for fault in FAULTS:
        row = row_of(fault, tests)
        print(f"{fault.name}: {row[2]} tests fail: {row[3]}", flush=True)
        yield row


def main():
    table = "\n".join(f"| {' | '.join(row)} |" for row in table_of(list(read_tests())))
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(START)
    after = rest.split(END)[1]
    written = f"{before}{START}\n\n{table}\n\n{END}{after}"
    if "--write" in sys.argv:
        PAGE.write_text(written, encoding="utf-8")
    elif page != written:
        print("docs/faults.md differs. Run: python3 faults.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
