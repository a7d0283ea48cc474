"""Writes ../testvectors/*.json: the tests, with the values of reference.py.

    python3 generate.py [file…] && python3 verify.py --digests

Nothing is random: every run writes the same bytes. Most of its minute goes into the search for values with leading
zero bytes.
"""

import json
import pathlib
import sys

import devices
import long_inputs
import names
import padding
import password_claims
import published
import refusals
import server
import steps
import timestamps
from flags import FLAGS

FOLDER = pathlib.Path(__file__).parent.parent / "testvectors"
GENERATED = {"name": "generate.py", "version": "1"}

FILES = {
    "password-claim": (password_claims.tests, "Sign-ins with a password: A, and the signature of a PASSWORD_VERIFIER challenge."),
    "device-claim": (devices.claims, "Sign-ins of a device: the signature of a DEVICE_PASSWORD_VERIFIER challenge."),
    "device-verifier": (devices.verifiers, "Enrolment of a device: Salt and PasswordVerifier of ConfirmDevice."),
    "refusals": (refusals.tests, "Values of a server that a client must refuse, or may refuse."),
    "padding": (padding.tests, "The bytes of integers, on their own and in k, u, x, S and whole sign-ins."),
    "key-derivation": (steps.key_derivation, "HKDF and HMAC: the key and the signature, one step at a time."),
    "secret-hash": (steps.secret_hashes, "SECRET_HASH of a client with a secret."),
    "timestamps": (timestamps.tests, "TIMESTAMP: the text of a moment, and the texts that a server must refuse."),
    "names": (names.tests, "Pool names, user ids and passwords as bytes: UTF-8, NFC, NFD, separators, empty texts."),
    "server-side": (server.tests, "The server's side: verifiers, B, and claims to accept or to reject."),
    "long-inputs": (long_inputs.tests, "Texts and numbers of 100 kB."),
    "rfc5054": (lambda: (), "The test vector of RFC 5054, in its own group with SHA-1 and PAD."),
}


def groups_of(file, tests):
    """Groups tests by type and source, in the order of their first test, and numbers them."""
    groups = {}
    for source, made in [*published.tests_of(file), *((GENERATED, made) for made in tests)]:
        test = dict(made)
        key = (test.pop("type"), json.dumps(source))
        group = groups.setdefault(key, {"type": key[0], "source": source, "tests": []})
        group["tests"].append(test)
    number = 0
    for group in groups.values():
        for position, test in enumerate(group["tests"]):
            number += 1
            order = ["comment", "flags", "published", "server", "input", "expected", "result"]
            group["tests"][position] = {"tcId": number} | {name: test[name] for name in order if name in test}
    return list(groups.values())


def main():
    for file in sys.argv[1:] or FILES:
        tests, header = FILES[file]
        groups = groups_of(file, tests())
        all_tests = [test for group in groups for test in group["tests"]]
        used = {flag for test in all_tests for flag in test["flags"]}
        content = {
            "algorithm": "Cognito SRP",
            "schema": "test-file.schema.json",
            "numberOfTests": len(all_tests),
            "header": [header, "README.md of @cognito-srp/vectors describes the format. generate/generate.py wrote this file."],
            "notes": {name: note for name, note in FLAGS.items() if name in used},
            "testGroups": groups,
        }
        if used - set(FLAGS):
            raise ValueError(f"{file}: flags without a note: {sorted(used - set(FLAGS))}")
        text = json.dumps(content, indent=2, ensure_ascii=True)
        (FOLDER / f"{file}.json").write_text(text + "\n", encoding="ascii")
        print(f"{file}.json: {len(all_tests)} tests", flush=True)


if __name__ == "__main__":
    main()
