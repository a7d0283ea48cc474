"""How a test is made: fixed numbers that look random, whole challenges, and the search for rare values."""

import functools
import itertools

import reference
from group_types import COMPUTE, utf16_of_text
from reference import N, g, k

PERSON = {"poolName": "Pj8nlkpKR", "userId": "8f14e45f-ceea-467a-9538-1a1c5f2b7d61", "password": "Estudar-2026"}
DEVICE = {
    "deviceGroupKey": "-Abc1Defg",
    "deviceKey": "us-east-1_0cbf2b11-5a52-4c0e-9d3e-6d1f0a1c2b3d",
    "devicePassword": "b3BlbiBzZXNhbWUsIGEgZGV2aWNlIHBhc3N3b3JkIG9mIDQwIGJ5dGVz",
}
SALT = "9a8b7c6d5e4f30211203f4e5d6c7b8a9"
NOON = "Tue Nov 3 12:00:00 UTC 2026"
NOON_MS = 1_793_707_200_000


def integer_of(label, bits=256):
    """A fixed number that looks random: SHA-256 of the label, as often as needed."""
    blocks = (reference.sha256(f"{label}/{i}".encode()) for i in itertools.count())
    data = b"".join(itertools.islice(blocks, (bits + 255) // 256))
    return reference.integer(data) >> (8 * len(data) - bits)


def hex_of(label, bits=256):
    return f"{integer_of(label, bits):x}"


def test(group_type, comment, flags, fields, result="valid", **more):
    """A test of any type. `expected` is computed, or absent if the input must be refused."""
    made = {"type": group_type, "comment": comment, "flags": flags.split(), "result": result, **more, "input": fields}
    if result != "invalid":
        made["expected"] = COMPUTE[group_type](**fields)
    return made


def of(group_type, comment, flags, result="valid", **fields):
    return test(group_type, comment, flags, fields, result)


def secret_block_of(label):
    return reference.write_base64(f"secret block of {label}".encode())


def challenge(label, person, changes):
    """A whole challenge, and the b of its honest server unless B is given."""
    fields = {"a": hex_of(f"{label}/a"), "salt": SALT, **person, "secretBlock": secret_block_of(label), "timestamp": NOON}
    if "B" in changes:
        return fields | changes, {}
    b = changes.get("b", hex_of(f"{label}/b"))
    fields |= {name: value for name, value in changes.items() if name != "b"}
    x = reference.private_key(int(fields["salt"], 16), *(fields[name] for name in person))
    B = f"{reference.server_B(int(b, 16), pow(g, x, N)):x}"
    return fields | {"B": B}, {"server": {"b": b}}


def claim_numbers(label):
    return challenge(label, PERSON, {})[0]


def claim(comment, flags, result="valid", label=None, **changes):
    """A password claim. The label chooses its numbers."""
    fields, server = challenge(label or comment, PERSON, changes)
    return test("PasswordClaim", comment, flags, fields, result, **server)


def device_claim(comment, flags, result="valid", **changes):
    fields, server = challenge(comment, DEVICE, changes)
    return test("DeviceClaim", comment, flags, fields, result, **server)


def with_utf16(made):
    """The same test with its texts as UTF-16 units, which languages with UTF-8 strings can read too."""
    texts = {
        "PasswordClaim": ["poolName", "userId", "password"],
        "DeviceVerifier": ["deviceGroupKey", "deviceKey", "devicePassword"],
        "SecretHash": ["clientSecret", "username", "clientId"],
    }[made["type"]]
    fields = {}
    for name, value in made["input"].items():
        fields |= {f"{name}Utf16": utf16_of_text(value)} if name in texts else {name: value}
    return made | {"type": f"{made['type']}Utf16", "input": fields}


def handshake(label, person=PERSON, salt=SALT, holds=lambda **values: True):
    """What client and server know; the first one, over fresh a and b, for whose A, B, u and S `holds` is true."""
    x = reference.private_key(int(salt, 16), *person.values())
    verifier = pow(g, x, N)
    pool_name, user_id, password = person.values()
    for attempt in itertools.count():
        a, b = (integer_of(f"{label}/{name}/{attempt}") for name in "ab")
        A, B = pow(g, a, N), reference.server_B(b, verifier)
        u = reference.scrambler(A, B)
        if holds(A=A, B=B, u=u, S=pow(reference.premaster_base(B, x), a + u * x, N)):
            known = {"a": f"{a:x}", "salt": salt, "poolName": pool_name, "userId": user_id, "password": password}
            known |= {"secretBlock": secret_block_of(label), "timestamp": NOON, "B": f"{B:x}"}
            return known, {"verifier": f"{verifier:x}", "b": f"{b:x}"}


def search(comment, flags, field, bits, holds):
    """The first claim, over fresh values of one field, for whose values `holds` is true."""
    fixed, _ = challenge(comment, PERSON, {"B": hex_of(f"{comment}/B", 3071)})
    for attempt in itertools.count():
        fields = fixed | {field: hex_of(f"{comment}/{attempt}", bits)}
        if holds(quick_values(fields)):
            return claim(comment, flags, **fields)


def quick_values(fields):
    """A, u, S and key as integers, each computed only when it is asked for."""
    a, B = int(fields["a"], 16), int(fields["B"], 16)
    x = reference.private_key(int(fields["salt"], 16), *(fields[name] for name in PERSON))
    A = power_of_g(a)
    u = reference.scrambler(A, B)
    S = lambda: pow(B - k * power_of_g(x), a + u * x, N)
    key = lambda: reference.integer(reference.session_key(S(), u)[1])
    return {"A": lambda: A, "u": lambda: u, "S": S, "key": key}


@functools.cache
def power_of_g(exponent):
    return pow(g, exponent, N)


def first(candidates, holds):
    """The first candidate for which `holds` is true."""
    return next(candidate for candidate in candidates if holds(candidate))


def numbered(template):
    """Texts from a template with a number in it, for searches."""
    return (template.format(i) for i in itertools.count())
