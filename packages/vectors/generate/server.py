"""server-side.json: verifiers, B, and claims that a server must accept or reject."""

import base64
import itertools

import case
import mistakes
import reference
from case import DEVICE, PERSON, SALT, handshake, hex_of, integer_of, of, test
from reference import N, g, write_base64


def verifiers():
    for label, flags, changes in [
        ("plain", "Plain", {}),
        ("salt with a leading zero byte", "LeadingZeroDigits", {"salt": "00" + SALT[2:]}),
        ("salt with the top bit set", "TopBitSet", {"salt": "ff" + SALT[2:]}),
        ("salt with an odd number of digits", "OddHexLength", {"salt": SALT[1:]}),
        ("password beyond ASCII", "NonAscii", {"password": "Ação"}),
        ("password decomposed (NFD)", "Unnormalized NonAscii", {"password": "Ac\u0327a\u0303o"}),
    ]:
        yield of("ServerVerifier", f"verifier: {label}", flags, **({"salt": SALT} | PERSON | changes))
    candidates = (
        of("ServerVerifier", "verifier one byte short", "ShortInteger", **(PERSON | {"salt": hex_of(f"short verifier/{i}", 128)}))
        for i in itertools.count()
    )
    yield case.first(candidates, lambda made: len(made["expected"]["verifier"]) <= 766)


def public_values():
    v = pow(g, reference.private_key(int(SALT, 16), *PERSON.values()), N)
    for label, flags, b in [
        ("b of 256 bits", "Plain", integer_of("b of 256 bits")),
        ("b of 3071 bits", "LongB", integer_of("b of 3071 bits", 3071)),
        ("b = 1", "ShortInteger", 1),
    ]:
        yield of("ServerPublicValue", f"B: {label}", flags, b=f"{b:x}", verifier=f"{v:x}")
    yield of("ServerPublicValue", "B: verifier = 1", "ShortInteger", b=hex_of("B of a small verifier"), verifier="1")
    for label, flags, holds in [
        ("B one byte short", "ShortInteger", lambda B: B < 2**3064),
        ("B with an odd number of digits", "OddHexLength", lambda B: 2**3064 <= B < 2**3068),
    ]:
        bs = (integer_of(f"{label}/{i}") for i in itertools.count())
        b = case.first(bs, lambda b: holds(reference.server_B(b, v)))
        yield of("ServerPublicValue", label, flags, b=f"{b:x}", verifier=f"{v:x}")


def checked(comment, flags, result, known, server, signature=None, **changes):
    """A check of the client's signature, or of another one. Changes apply to what the server received or knows."""
    claim = reference.password_claim(**known)
    received = {name: known[name] for name in ("poolName", "userId", "secretBlock", "timestamp")}
    fields = server | {"A": claim["A"]} | received | {"signature": claim["signature"] if signature is None else signature} | changes
    made = test("ServerClaim", comment, flags, fields, result)
    if result == "invalid" and not is_refused(fields):
        raise ValueError(f"{comment}: the claim is right")
    return made


def is_refused(fields):
    try:
        reference.server_claim(**fields)
    except reference.Refused:
        return True
    return False


def accepted():
    high = 1 << 3071
    for label, flags, holds in [
        ("A, B, u and S with the top bit set", "TopBitSet", lambda A, B, u, S: min(A, B, S) >= high and u >> 255),
        ("A, B, u and S with the top bit clear", "Plain", lambda A, B, u, S: max(A, B, S) < high and not u >> 255),
        ("A one byte short", "ShortInteger", lambda A, B, u, S: A < 2**3064),
        ("B one byte short", "ShortInteger", lambda A, B, u, S: B < 2**3064),
        ("u one byte short", "ShortInteger", lambda A, B, u, S: u < 2**248),
        ("S one byte short", "ShortInteger", lambda A, B, u, S: S < 2**3064),
        ("S with an odd number of digits", "OddHexLength", lambda A, B, u, S: 2**3064 <= S < 2**3068),
    ]:
        yield checked(f"accepted: {label}", flags, "valid", *handshake(label, holds=holds))
    person = {"poolName": PERSON["poolName"], "userId": "joão", "password": "Ação"}
    yield checked("accepted: user and password beyond ASCII", "NonAscii", "valid", *handshake("texts beyond ASCII", person))
    yield checked("accepted: a device", "DeviceKeys", "valid", *handshake("a device on the server", DEVICE))
    known, server = handshake("other forms")
    claim = reference.password_claim(**known)
    yield checked("accepted: A with leading zeros", "LeadingZeroDigits", "valid", known, server, A="000" + claim["A"])
    yield checked("accepted: A in upper case", "UpperCaseHex", "acceptable", known, server, A=claim["A"].upper())
    yield checked("accepted: signature without base64 padding", "UnpaddedBase64", "acceptable", known, server, signature=claim["signature"].rstrip("="))
    A = int(claim["A"], 16) + N
    signature = mistakes.sign(known, u=lambda _A, B: reference.scrambler(A, B))[1]
    yield checked("accepted: A + N from a client that hashes A + N", "ANotBelowN", "acceptable", known, server, signature, A=f"{A:x}")


def rejected():
    known, server = handshake("rejected claims")
    claim = reference.password_claim(**known)
    digest = base64.b64decode(claim["signature"])
    for label, password in [
        ("another password", "Estudar-2027"),
        ("a password in another case", "estudar-2026"),
        ("a password with a space at its end", "Estudar-2026 "),
        ("the empty password", ""),
    ]:
        wrong = reference.password_claim(**(known | {"password": password}))["signature"]
        yield checked(f"rejected: signature with {label}", "WrongPassword", "invalid", known, server, wrong)
    for label, changes in [
        ("another timestamp", {"timestamp": "Tue Nov 3 12:00:01 UTC 2026"}),
        ("the secret block of another challenge", {"secretBlock": case.secret_block_of("another challenge")}),
        ("another user", {"userId": "joao"}),
        ("another pool", {"poolName": "Zj8nlkpKR"}),
        ("another b", {"b": hex_of("another b")}),
        ("the verifier of another password", {"verifier": f"{pow(g, 12345, N):x}"}),
        ("another A", {"A": hex_of("another A", 3071)}),
    ]:
        yield checked(f"rejected: {label} than the signed one", "ModifiedClaim", "invalid", known, server, **changes)
    for label, signature in [
        ("with one bit flipped", write_base64(bytes([digest[0] ^ 1]) + digest[1:])),
        ("with its last bit flipped", write_base64(digest[:-1] + bytes([digest[-1] ^ 1]))),
        ("without its last byte", write_base64(digest[:-1])),
        ("of its first byte", write_base64(digest[:1])),
        ("with a zero byte after it", write_base64(digest + b"\0")),
        ("twice", write_base64(digest + digest)),
        ("of zero bytes", write_base64(bytes(32))),
        ("in hex", digest.hex()),
        ("as base64 of its hex", write_base64(digest.hex().encode())),
    ]:
        yield checked(f"rejected: signature {label}", "MalformedSignature", "invalid", known, server, signature)
    yield checked("rejected: empty signature", "MalformedSignature", "invalid", known, server, "")


def known_secrets():
    """S is 0 for these A, so a client that knows no password computes the key. The server must reject A itself."""
    known, server = handshake("known secrets")
    for label, A in [("0", 0), ("N", N), ("2N", 2 * N), ("N^2", N * N)]:
        signature = mistakes.sign(known, u=lambda _A, B: reference.scrambler(A, B), S=lambda *_: 0)[1]
        yield checked(f"rejected: A = {label}, and a signature with the key of S = 0", "AZeroModuloN", "invalid", known, server, signature, A=f"{A:x}")
    zeros = "00" * 384
    signature = mistakes.sign(known, u=lambda _A, B: reference.scrambler(0, B), S=lambda *_: 0)[1]
    yield checked("rejected: A of zero bytes, and a signature with the key of S = 0", "AZeroModuloN", "invalid", known, server, signature, A=zeros)
    for label, A in [("empty", ""), ("other letters", "xyz"), ("a prefix", "0x1f"), ("a minus sign", "-1f"), ("a line end", "1f\n")]:
        yield checked(f"rejected: A not hex: {label}", "ANotHexadecimal", "invalid", known, server, A=A)


def mistaken_clients():
    for (known, server), list_of_mistakes in zip(mistakes.challenges(), [mistakes.MISTAKES, mistakes.MISTAKES_WITH_A_SHORT_U]):
        for flag, comment, faults in list_of_mistakes:
            A, signature = mistakes.sign(known, **faults)
            yield checked(f"rejected: signature of a {comment}", flag, "invalid", known, server, signature, A=f"{A:x}")


def tests():
    for part in (verifiers, public_values, accepted, rejected, known_secrets, mistaken_clients):
        yield from part()
