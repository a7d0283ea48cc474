"""Runs the test vectors against cognito_srp.py.

    python3 run.py [folder]    prints a line for each group type; exits with status 1 if a test fails

To test your own client, call its functions in COVERED.
"""

import collections
import json
import pathlib
import sys

import cognito_srp as srp
from cognito_srp import in_hex, pad_hex, read_hex

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "testvectors"


def named_bytes(names, values):
    return {name: value.hex() for name, value in zip(names, values)}


def private_key(salt, **person):
    password_hash, x = srp.compute_x(read_hex(salt), **person)
    return {"passwordHash": password_hash.hex()} | in_hex(x=x)


def server_verifier(salt, **person):
    x = srp.compute_x(read_hex(salt), **person)[1]
    return in_hex(x=x, verifier=pow(srp.g, x, srp.N))


def signature(key, **signed):
    message = srp.message_of(**signed)
    digest = srp.hmac_sha256(bytes.fromhex(key), message)
    return {"message": message.hex(), "signature": srp.to_base64(digest)}


def secret_hash(clientSecret, username, clientId):
    return {"secretHash": srp.to_base64(srp.hmac_sha256(clientSecret.encode(), (username + clientId).encode()))}


def challenge_secret_hash(clientSecret, clientId, username, challengeParameters):
    return secret_hash(clientSecret, challengeParameters["USERNAME"], clientId)


def hkdf(length, **parts):
    parts = {name: bytes.fromhex(part) for name, part in parts.items()}
    return named_bytes(["prk", "okm"], srp.hkdf(**parts, length=length))


def of_integers(compute):
    """Calls a function of integers with the hex digits of a test."""
    return lambda **fields: compute(**{name: int(digits, 16) for name, digits in fields.items()})


COVERED = {
    "PasswordClaim": srp.password_claim,
    "PasswordVerifierChallenge": srp.password_verifier_challenge,
    "DeviceClaim": srp.device_claim,
    "DeviceVerifier": srp.device_verifier,
    "PublicValue": of_integers(lambda a: in_hex(A=pow(srp.g, a, srp.N))),
    "Multiplier": of_integers(lambda N, g: in_hex(k=srp.compute_k(N, g))),
    "Scrambler": of_integers(lambda A, B: in_hex(u=srp.compute_u(A, B))),
    "PrivateKey": private_key,
    "PremasterSecret": of_integers(lambda **values: in_hex(S=srp.compute_S(**values))),
    "SessionKey": of_integers(lambda S, u: named_bytes(["prk", "key"], srp.session_key(S, u))),
    "Signature": signature,
    "Hkdf": hkdf,
    "PaddedInteger": lambda hex: {"bytes": pad_hex(read_hex(hex)).hex()},
    "PoolName": lambda userPoolId: {"poolName": srp.pool_name(userPoolId)},
    "SecretHash": secret_hash,
    "ChallengeSecretHash": challenge_secret_hash,
    "Timestamp": lambda nowMs: {"timestamp": srp.format_timestamp(nowMs)},
    "ServerVerifier": server_verifier,
    "ServerPublicValue": of_integers(lambda b, verifier: in_hex(B=srp.server_B(b, verifier))),
    "ServerClaim": srp.server_claim,
    "ServerTimestamp": lambda timestamp: {"atMs": srp.read_timestamp(timestamp)},
}


def problem_of(compute, test):
    """A sentence about a difference, or None."""
    try:
        computed = compute(**test["input"])
    except ValueError as error:
        return f"refused: {error}" if test["result"] == "valid" else None
    if test["result"] == "invalid":
        return "accepted"
    names = [name for name, value in test["expected"].items() if computed.get(name) != value]
    return f"other values: {', '.join(names)}" if names else None


def main():
    totals = collections.defaultdict(collections.Counter)
    for path in sorted(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else FOLDER).glob("*.json")):
        for group in json.loads(path.read_text(encoding="ascii"))["testGroups"]:
            compute, total = COVERED.get(group["type"]), totals[group["type"]]
            for test in group["tests"]:
                problem = problem_of(compute, test) if compute else None
                total["failed" if problem else "passed" if compute else "not covered"] += 1
                if problem:
                    print(f"{path.name} tcId {test['tcId']} [{' '.join(test['flags'])}] {test['comment']}: {problem}")
    for group_type, total in totals.items():
        skipped = total["not covered"]
        print(f"{group_type}: " + (f"not covered ({skipped})" if skipped else f"{total['passed']} passed, {total['failed']} failed"))
    total = sum(totals.values(), collections.Counter())
    print(f"{total['passed']} passed, {total['failed']} failed, {total['not covered']} not covered")
    return 0 if total["passed"] and not total["failed"] else 1


if __name__ == "__main__":
    sys.exit(main())
