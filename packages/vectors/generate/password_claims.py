"""password-claim.json: sign-ins, and what a server, a person and chance can put into them."""

import mistakes
import reference
from case import NOON_MS, PERSON, SALT, claim, hex_of, integer_of, test
from reference import N, g, k, write_base64


def plain():
    for number in range(1, 6):
        person = {"userId": f"{hex_of(f'plain {number}', 128):0>32}", "password": f"Senha-{hex_of(f'plain {number}', 64)}"}
        yield claim(f"sign-in {number}", "Plain", **person)


def ephemerals():
    for label, flags, a in [
        ("a = 0", "UnusualA", 0),
        ("a = 1", "UnusualA", 1),
        ("a = 2", "UnusualA", 2),
        ("a = 3071, the last whose power needs no reduction", "UnusualA ReductionBoundary", 3071),
        ("a = 3072, the first whose power needs one", "UnusualA ReductionBoundary", 3072),
        ("a = 2^255", "TopBitSet", 2**255),
        ("a = 2^256 - 1", "TopBitSet", 2**256 - 1),
        ("a = 2^256", "LongA", 2**256),
        ("a of 1024 bits, as other clients draw it", "LongA", integer_of("a of 1024 bits", 1024) | 1 << 1023),
        ("a of 3072 bits", "LongA", integer_of("a of 3072 bits", 3072) | 1 << 3071),
        ("a = N - 1", "UnusualA LongA", N - 1),
        ("a = (N - 1) / 2, the order of g", "UnusualA LongA", (N - 1) // 2),
        ("a = N + 5", "UnusualA LongA", N + 5),
        ("a of 8192 bits", "LongA", integer_of("a of 8192 bits", 8192) | 1 << 8191),
    ]:
        yield claim(label, flags, "acceptable" if "UnusualA" in flags else "valid", a=f"{a:x}")
    yield claim("a in upper case", "UpperCaseHex", "acceptable", a=hex_of("a in upper case").upper())
    yield claim("a with leading zeros", "LeadingZeroDigits", a="000" + hex_of("a with leading zeros"))
    yield claim("a of 64 leading zeros", "LeadingZeroDigits", a="0" * 64 + hex_of("a of 64 leading zeros"))


def bases():
    """B chosen so that the base of S, (B - k * g^x) % N, is a number that reductions get wrong."""
    x = reference.private_key(int(SALT, 16), *PERSON.values())
    offset = k * pow(g, x, N) % N
    for label, base in [
        ("base of S = 2", 2),
        ("base of S = N - 2", N - 2),
        ("base of S = (N - 1) / 2", (N - 1) // 2),
        ("base of S = (N + 1) / 2", (N + 1) // 2),
        ("base of S = 2^3071", 2**3071),
        ("base of S = 2^3072 mod N", 2**3072 % N),
        ("base of S = 2^1536", 2**1536),
        ("base of S = 2^1536 - 1", 2**1536 - 1),
        ("base of S = 2^3008 - 1", 2**3008 - 1),
        ("base of S = N - 2^3008", N - 2**3008),
    ]:
        yield claim(label, "ReductionBoundary", B=f"{(base + offset) % N:x}")
    yield claim("B above k * g^x mod N", "ReductionBoundary", B=f"{N - 3:x}")


def signed_parts():
    yield claim("secret block empty", "SecretBlock EmptyText", "acceptable", secretBlock="")
    for label, data in [
        ("secret block of one byte", b"\x00"),
        ("secret block of two bytes", b"\xff\xfe"),
        ("secret block of three bytes", b"\x80\x81\x82"),
        ("secret block of every byte", bytes(range(256))),
    ]:
        yield claim(label, "SecretBlock", secretBlock=write_base64(data))
    yield claim("secret block with + and /", "SecretBlock", secretBlock="+/+/+/+/")
    yield claim("secret block whose bytes are UTF-8 text", "SecretBlock", secretBlock=write_base64("bloco secreto: ção".encode()))
    yield claim("secret block whose bytes are base64 text", "SecretBlock", secretBlock=write_base64(b"c2VjcmV0IGJsb2Nr"))
    yield claim("secret block whose bytes are not UTF-8", "SecretBlock", secretBlock=write_base64(b"\xc3\x28\xff\xfe\xed\xa0\x80"))
    yield claim("secret block of 1,500 bytes", "SecretBlock", secretBlock=write_base64(integer_of("long block", 12000).to_bytes(1500, "big")))
    yield claim("secret block without base64 padding", "UnpaddedBase64", "acceptable", secretBlock="YmxvY2s")
    yield claim("timestamp of one-digit day", "OneDigitDay", timestamp="Tue Nov 3 04:05:06 UTC 2026")
    yield claim("timestamp of two-digit day", "Plain", timestamp="Sat Nov 21 23:59:59 UTC 2026")


def known_mistakes():
    for label, (known, server) in zip(["a challenge", "a challenge with a short u"], mistakes.challenges()):
        comment = f"{label} for which server-side.json has the signatures of clients with mistakes"
        yield test("PasswordClaim", comment, "KnownMistakes", known, server={"b": server["b"]})


def wire(comment, flags, user_pool_id="us-east-1_Pj8nlkpKR", now_ms=NOON_MS, typed="ana@example.com", **changes):
    """A challenge with the names of Cognito's API. The user typed an alias, and USER_ID_FOR_SRP is another text."""
    pool_name = user_pool_id.split("_")[1]
    made = claim(comment, flags, label=f"wire: {comment}", poolName=pool_name, **changes)
    fields = made["input"]
    parameters = {
        "SALT": fields["salt"],
        "SECRET_BLOCK": fields["secretBlock"],
        "SRP_B": fields["B"],
        "USERNAME": fields["userId"],
        "USER_ID_FOR_SRP": fields["userId"],
    }
    sent = {
        "userPoolId": user_pool_id,
        "username": typed,
        "password": fields["password"],
        "a": fields["a"],
        "nowMs": now_ms,
        "challengeParameters": parameters,
    }
    return test("PasswordVerifierChallenge", comment, flags, sent, server=made["server"])


def challenges():
    yield wire("user who signs in with an e-mail address", "UserIdForSrp")
    yield wire("user who signs in with a phone number", "UserIdForSrp", typed="+5511999998888")
    yield wire("user name in another case than USER_ID_FOR_SRP", "UserIdForSrp", typed="ANA", userId="ana")
    yield wire("pool in a region with a longer name", "PoolName", user_pool_id="ap-southeast-2_aB3dE6gH9")
    yield wire("pool in GovCloud", "PoolName", user_pool_id="us-gov-west-1_ZzZzZzZzZ")
    yield wire("day of one digit", "OneDigitDay", now_ms=1_793_671_506_000)
    yield wire("midnight", "Midnight", now_ms=1_793_664_000_000)
    yield wire("password beyond ASCII", "NonAscii", password="Ação é só Über")
    yield wire("salt with a leading zero byte", "LeadingZeroDigits", salt="00a8b7c6d5e4f30211203f4e5d6c7b8a")
    yield wire("salt with the top bit set", "TopBitSet", salt="f1a8b7c6d5e4f30211203f4e5d6c7b8a")
    yield wire("salt whose leading zero digit is missing", "OddHexLength", salt="1a8b7c6d5e4f30211203f4e5d6c7b8a")


def tests():
    for part in (plain, known_mistakes, ephemerals, bases, signed_parts, challenges):
        yield from part()
