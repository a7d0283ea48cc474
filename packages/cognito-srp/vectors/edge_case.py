"""How an edge case is made: fixed numbers that look random, whole challenges, and the search for rare values."""

import base64
import functools
import itertools

import reference
from reference import N, g, k

PERSON = {"poolName": "Pj8nlkpKR", "userId": "8f14e45f-ceea-467a-9538-1a1c5f2b7d61", "password": "Estudar-2026"}
SALT = "9a8b7c6d5e4f30211203f4e5d6c7b8a9"
NOON = "Tue Nov 3 12:00:00 UTC 2026"
LONG = {"repeat": "palavra-", "times": 12_500}  # 100 kB


def integer_of(label, bits=256):
    """A fixed number that looks random: SHA-256 of the label, as often as needed."""
    blocks = (reference.sha256(f"{label}/{i}".encode()) for i in itertools.count())
    data = b"".join(itertools.islice(blocks, (bits + 255) // 256))
    return reference.integer(data) >> (8 * len(data) - bits)


def hex_of(label, bits=256):
    return f"{integer_of(label, bits):x}"


def expand(value):
    return value["repeat"] * value["times"] if isinstance(value, dict) else value


def expanded(fields):
    return {name: expand(value) for name, value in fields.items()}


def claim_input(label, **changes):
    """A whole challenge of an honest server that drew b, unless B is given."""
    fields = {"a": hex_of(f"{label}/a"), "salt": SALT, **PERSON}
    fields |= {"secretBlock": base64.b64encode(f"secret block of {label}".encode()).decode(), "timestamp": NOON}
    if "B" not in changes:
        fields["b"] = hex_of(f"{label}/b")
    fields |= changes
    if "B" not in fields:
        known = expanded(fields)
        b, person = int(known["b"], 16), {name: known[name] for name in PERSON}
        fields["B"] = f"{reference.server_B(b, known['salt'], **person):x}"
    return fields


def answer(fields):
    return reference.password_claim(**{name: expand(value) for name, value in fields.items() if name != "b"})


def claim(label, **changes):
    fields = claim_input(label, **changes)
    return vector("passwordClaim", label, fields, answer(fields))


def vector(kind, label, fields, output):
    return {"id": slug(label), "kind": kind, "about": label, "input": fields, "output": output}


def slug(label):
    return "-".join("".join(c if c.isalnum() and c.isascii() else " " for c in label.lower()).split())


def search(label, field, bits, holds):
    """The first claim, over fresh values of one field, for whose answer `holds` is true."""
    fixed = claim_input(label, B=hex_of(f"{label}/B", 3071))
    for attempt in itertools.count():
        fields = fixed | {field: hex_of(f"{label}/{attempt}", bits)}
        if holds(quick_answer(fields)):
            return claim(label, **fields)


def quick_answer(fields):
    """A, u, S and key as integers, each computed only when it is asked for."""
    a, B = int(fields["a"], 16), int(fields["B"], 16)
    x = reference.private_key(int(fields["salt"], 16), *(fields[name] for name in PERSON))
    A = power_of_g(a)
    u = reference.scrambler(A, B)
    S = lambda: pow(B - k * power_of_g(x), a + u * x, N)
    key = lambda: reference.integer(reference.hkdf(reference.pad(S()), reference.pad(u), b"Caldera Derived Key", 16)[1])
    return {"A": lambda: A, "u": lambda: u, "S": S, "key": key}


@functools.cache
def power_of_g(exponent):
    return pow(g, exponent, N)
