"""Computes the `expected` of a test from its `input`, for each group type. A function raises Refused if it must refuse."""

import hashlib
import hmac

import reference
from reference import integer, sha256, utf8


def device_claim(deviceGroupKey, deviceKey, devicePassword, **challenge):
    return reference.password_claim(poolName=deviceGroupKey, userId=deviceKey, password=devicePassword, **challenge)


def public_value(a):
    return {"A": f"{pow(reference.g, int(a, 16), reference.N):x}"}


def multiplier(N, g):
    N, g = int(N, 16), int(g, 16)
    return {"k": f"{integer(sha256(reference.pad(N) + reference.pad(g))):x}"}


def scrambler(A, B):
    return {"u": f"{reference.scrambler(int(A, 16), int(B, 16)):x}"}


def private_key(salt, **person):
    person = {"pool_name": person["poolName"], "user_id": person["userId"], "password": person["password"]}
    return {
        "passwordHash": reference.password_hash(**person).hex(),
        "x": f"{reference.private_key(int(salt, 16), **person):x}",
    }


def padded_integer(hex):
    return {"bytes": reference.pad(reference.read_hex(hex, "NotHexadecimal")).hex()}


def session_key(S, u):
    prk, key = reference.session_key(int(S, 16), int(u, 16))
    return {"prk": prk.hex(), "key": key.hex()}


def signature(key, **claim):
    message = reference.signed_message(**claim)
    digest = hmac.new(bytes.fromhex(key), message, "sha256").digest()
    return {"message": message.hex(), "signature": reference.write_base64(digest)}


def hkdf(ikm, salt, info, length):
    prk, okm = reference.hkdf(bytes.fromhex(ikm), bytes.fromhex(salt), bytes.fromhex(info), length)
    return {"prk": prk.hex(), "okm": okm.hex()}


def rfc5054(N, g, identity, password, salt, a, b):
    """RFC 5054 in its own group, with SHA-1 and PAD to the length of N."""
    N, g, a, b = (int(number, 16) for number in (N, g, a, b))
    pad = lambda n: n.to_bytes((N.bit_length() + 7) // 8, "big")
    H = lambda data: integer(hashlib.sha1(data).digest())
    k = H(pad(N) + pad(g))
    x = H(bytes.fromhex(salt) + hashlib.sha1(f"{identity}:{password}".encode()).digest())
    verifier = pow(g, x, N)
    A, B = pow(g, a, N), (k * verifier + pow(g, b, N)) % N
    u = H(pad(A) + pad(B))
    S = pow(B - k * verifier, a + u * x, N)
    if S != pow(A * pow(verifier, u, N), b, N):
        raise ValueError("the server computes another S")
    values = {"k": k, "x": x, "verifier": verifier, "A": A, "B": B, "u": u, "S": S}
    return {name: f"{value:x}" for name, value in values.items()}


def server_verifier(**fields):
    x = private_key(**fields)["x"]
    return {"x": x, "verifier": f"{pow(reference.g, int(x, 16), reference.N):x}"}


def server_public_value(b, verifier):
    return {"B": f"{reference.server_B(int(b, 16), int(verifier, 16)):x}"}


def text_of_utf16(hex):
    """A text of UTF-16 units, lone surrogates included."""
    return "".join(chr(int(hex[i : i + 4], 16)) for i in range(0, len(hex), 4))


def utf16_of_text(text):
    return text.encode("utf-16-be", "surrogatepass").hex()


def from_utf16(compute):
    """The same computation for a group type whose texts are given as UTF-16 units in fields named `…Utf16`."""
    def computed(**fields):
        decoded = {}
        for name, value in fields.items():
            is_units = name.endswith("Utf16")
            decoded[name[: -len("Utf16")] if is_units else name] = text_of_utf16(value) if is_units else value
        return compute(**decoded)

    return computed


COMPUTE = {
    "PasswordClaim": reference.password_claim,
    "PasswordClaimUtf16": from_utf16(reference.password_claim),
    "PasswordVerifierChallenge": reference.challenge_responses,
    "DeviceClaim": device_claim,
    "DeviceVerifier": reference.device_verifier,
    "DeviceVerifierUtf16": from_utf16(reference.device_verifier),
    "PublicValue": public_value,
    "Multiplier": multiplier,
    "Scrambler": scrambler,
    "PrivateKey": private_key,
    "PremasterSecret": reference.premaster_secret,
    "SessionKey": session_key,
    "Signature": signature,
    "Hkdf": hkdf,
    "PaddedInteger": padded_integer,
    "PoolName": lambda userPoolId: {"poolName": reference.pool_name(userPoolId)},
    "Utf8": from_utf16(lambda text: {"utf8": utf8(text).hex()}),
    "SecretHash": reference.secret_hash,
    "ChallengeSecretHash": reference.challenge_secret_hash,
    "SecretHashUtf16": from_utf16(reference.secret_hash),
    "Timestamp": reference.timestamp,
    "Rfc5054": rfc5054,
    "ServerVerifier": server_verifier,
    "ServerPublicValue": server_public_value,
    "ServerClaim": reference.server_claim,
    "ServerTimestamp": lambda timestamp: {"atMs": reference.read_timestamp(timestamp)},
}
