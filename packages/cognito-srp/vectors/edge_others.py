"""Devices, secret hashes and timestamps."""

import itertools
import string

import reference
from edge_case import LONG, SALT, expanded, hex_of, vector

DEVICE = {
    "deviceGroupKey": "-Abc1Defg",
    "deviceKey": "us-east-1_0cbf2b11-5a52-4c0e-9d3e-6d1f0a1c2b3d",
    "devicePassword": "b3BlbiBzZXNhbWUsIGEgZGV2aWNlIHBhc3N3b3JkIG9mIDQwIGJ5dGVz",
}


def devices():
    for label, changes in [
        ("device", {"salt": SALT}),
        ("device: salt with a leading zero byte", {"salt": "00" + SALT[2:]}),
        ("device: salt with the high bit set", {"salt": "ff" * 16}),
        ("device: salt with an odd number of digits", {"salt": SALT[1:]}),
        ("device: salt zero", {"salt": "0"}),
        ("device: salt in upper case", {"salt": SALT.upper()}),
        ("device: empty texts", {"salt": SALT, "deviceGroupKey": "", "deviceKey": "", "devicePassword": ""}),
        ("device: password beyond ASCII", {"salt": SALT, "devicePassword": "çã\U0001f511\ud83d"}),
        ("device: password of 100 kB", {"salt": SALT, "devicePassword": LONG}),
    ]:
        fields = DEVICE | changes
        yield vector("deviceVerifier", label, fields, reference.device_verifier(**expanded(fields)))
    yield searched_device("device: verifier one byte short", lambda verifier: len(verifier) == 766)
    yield searched_device("device: verifier with the high bit clear", lambda verifier: verifier[0] in "1234567")
    high = lambda verifier: len(verifier) == 768 and verifier[0] in "89abcdef"
    yield searched_device("device: verifier with the high bit set", high)


def searched_device(label, holds):
    for attempt in itertools.count():
        fields = DEVICE | {"salt": hex_of(f"{label}/{attempt}", 128)}
        output = reference.device_verifier(**fields)
        if holds(output["verifier"]):
            return vector("deviceVerifier", label, fields, output)


def secret_hashes():
    for label, secret, username, client_id in [
        ("secret hash", "1a2b3c4d5e6f", "aluna@example.com", "abc123"),
        ("secret hash: empty user", "s", "", "c"),
        ("secret hash: user beyond ASCII", "s", "joão\ud83d", "c"),
        ("secret hash: secret longer than a block", string.ascii_letters * 2, "u", "c"),
        ("secret hash: secret of exactly a block", "k" * 64, "u", "c"),
    ]:
        fields = {"clientSecret": secret, "username": username, "clientId": client_id}
        yield vector("secretHash", label, fields, reference.secret_hash(**fields))


def timestamps():
    for label, now_ms in [
        ("timestamp: the epoch", 0),
        ("timestamp: milliseconds are cut", 999),
        ("timestamp: leap day", 1_709_164_800_000),
        ("timestamp: last second of a leap day", 1_709_251_199_999),
        ("timestamp: end of a year", 1_798_761_599_999),
        ("timestamp: start of a year", 1_798_761_600_000),
        ("timestamp: midnight is 00", 1_793_664_000_000),
        ("timestamp: noon is 12", 1_793_707_200_000),
        ("timestamp: after 32 bits of seconds", 2_147_483_648_000),
        ("timestamp: no leap day in 2100", 4_107_542_400_000),
        ("timestamp: last second of 9999", 253_402_300_799_999),
    ]:
        yield moment(label, now_ms)
    for month in range(12):
        yield moment(f"timestamp: month {month + 1}", 1_767_323_045_000 + month * 2_629_800_000)
    for weekday in range(7):
        yield moment(f"timestamp: weekday {weekday + 1}", 1_793_671_506_000 + weekday * 86_400_000)


def moment(label, now_ms):
    return vector("timestamp", label, {"nowMs": now_ms}, reference.timestamp(now_ms))
