"""key-derivation.json and secret-hash.json: HKDF and HMAC, one step at a time."""

import string

import case
from case import NOON, PERSON, hex_of, integer_of, of, secret_block_of, with_utf16
from reference import KEY_INFO, write_base64


def session_keys():
    number = lambda label, bits: f"{integer_of(label, bits) | 1 << bits - 1:x}"
    for label, flags, S_bits, u_bits in [
        ("S and u with the top bit set", "TopBitSet", 3072, 256),
        ("S with the top bit set, u with the top bit clear", "TopBitSet", 3072, 255),
        ("S with the top bit clear, u with the top bit set", "TopBitSet", 3071, 256),
        ("S and u with the top bit clear", "Plain", 3071, 255),
        ("S with an odd number of digits", "OddHexLength", 3068, 255),
        ("u with an odd number of digits", "OddHexLength", 3071, 252),
        ("S one byte short", "ShortInteger", 3063, 255),
        ("S one byte short with its top bit set", "ShortInteger TopBitSet", 3064, 255),
        ("S two bytes short", "ShortInteger", 3055, 255),
        ("u one byte short", "ShortInteger", 3071, 247),
        ("u one byte short with its top bit set", "ShortInteger TopBitSet", 3071, 248),
    ]:
        yield of("SessionKey", f"key: {label}", flags, S=number(f"{label}/S", S_bits), u=number(f"{label}/u", u_bits))
    u = number("key of small S/u", 255)
    yield of("SessionKey", "key: S = 1", "ShortInteger", S="1", u=u)
    yield of("SessionKey", "key: S = 80", "ShortInteger TopBitSet", S="80", u=u)
    some_S = (hex_of(f"key with zeros/{i}", 3071) for i in range(1 << 20))
    for label, name in [("pseudorandom key with a leading zero byte", "prk"), ("key with a leading zero byte", "key")]:
        made = (of("SessionKey", label, "LeadingZeroByte", S=S, u=u) for S in some_S)
        yield case.first(made, lambda test: test["expected"][name].startswith("00"))


def hkdfs():
    fields = {"ikm": hex_of("ikm", 256), "salt": hex_of("salt", 248), "info": KEY_INFO.hex()}
    yield of("Hkdf", "16 bytes for Cognito, the first half of the first block", "KeyLength", **fields, length=16)
    yield of("Hkdf", "32 bytes, the whole first block", "KeyLength", **fields, length=32)
    yield of("Hkdf", "ikm and salt in the other order", "HkdfOrder", **(fields | {"ikm": fields["salt"], "salt": fields["ikm"]}), length=16)
    yield of("Hkdf", "salt and info in the other order", "HkdfOrder", **(fields | {"salt": fields["info"], "info": fields["salt"]}), length=16)
    yield of("Hkdf", "empty salt, which is 32 zero bytes", "EmptySalt", **(fields | {"salt": ""}), length=16)
    yield of("Hkdf", "salt of 32 zero bytes", "EmptySalt", **(fields | {"salt": "00" * 32}), length=16)
    yield of("Hkdf", "salt longer than a block of SHA-256", "LongKey", **(fields | {"salt": hex_of("long salt", 520)}), length=16)


def signatures():
    fields = {
        "key": hex_of("key of a signature", 128),
        "poolName": PERSON["poolName"],
        "userId": PERSON["userId"],
        "secretBlock": secret_block_of("signature"),
        "timestamp": NOON,
    }
    for label, flags, changes in [
        ("signature", "Plain", {}),
        ("signature: key with leading zero bytes", "LeadingZeroByte", {"key": "0000" + fields["key"][4:]}),
        ("signature: key that ends in zero bytes", "LeadingZeroByte", {"key": fields["key"][:-4] + "0000"}),
        ("signature: secret block with zero bytes", "SecretBlock", {"secretBlock": write_base64(b"\0a\0b\0")}),
        ("signature: secret block whose bytes are not UTF-8", "SecretBlock", {"secretBlock": write_base64(bytes(range(128, 256)))}),
        ("signature: user beyond ASCII", "NonAscii", {"userId": "joão"}),
        ("signature: user decomposed (NFD)", "Unnormalized NonAscii", {"userId": "joa\u0303o"}),
        ("signature: device", "DeviceKeys", {"poolName": case.DEVICE["deviceGroupKey"], "userId": case.DEVICE["deviceKey"]}),
        ("signature: pool name and user of one text, split early", "Separator", {"poolName": "ab", "userId": "cd"}),
        ("signature: pool name and user of one text, split late", "Separator", {"poolName": "abc", "userId": "d"}),
    ]:
        yield of("Signature", label, flags, **(fields | changes))


def key_derivation():
    for part in (session_keys, hkdfs, signatures):
        yield from part()


def secret_hashes():
    for label, flags, secret, username, client_id in [
        ("secret hash", "Plain", "1a2b3c4d5e6f", "aluna@example.com", "abc123"),
        ("secret hash: user name of a sub", "Plain", "1a2b3c4d5e6f", PERSON["userId"], "abc123"),
        ("secret hash: user in upper case", "Plain", "1a2b3c4d5e6f", "ALUNA@EXAMPLE.COM", "abc123"),
        ("secret hash: user and client id of one text, split early", "Separator", "s", "ab", "cd"),
        ("secret hash: user and client id of one text, split late", "Separator", "s", "abc", "d"),
        ("secret hash: user beyond ASCII", "NonAscii", "s", "joão", "c"),
        ("secret hash: user decomposed (NFD)", "Unnormalized NonAscii", "s", "joa\u0303o", "c"),
        ("secret hash: user with spaces around", "Whitespace", "s", " ana ", "c"),
        ("secret hash: secret that looks like base64, which is used as text", "SecretAsText", "QUJDRA==", "u", "c"),
        ("secret hash: secret that looks like hex, which is used as text", "SecretAsText", "00ff00ff", "u", "c"),
        ("secret hash: secret longer than a block", "LongKey", string.ascii_letters * 2, "u", "c"),
        ("secret hash: secret of exactly a block", "LongKey", "k" * 64, "u", "c"),
        ("secret hash: secret one byte longer than a block", "LongKey", "k" * 65, "u", "c"),
    ]:
        yield of("SecretHash", label, flags, clientSecret=secret, username=username, clientId=client_id)
    yield of("SecretHash", "secret hash: empty user", "EmptyText", "acceptable", clientSecret="s", username="", clientId="c")
    lone = of("SecretHash", "secret hash: user with a lone surrogate", "LoneSurrogate", "acceptable", clientSecret="s", username="joão\ud83d", clientId="c")
    yield with_utf16(lone)
    for label, typed, username in [
        ("an e-mail address", "ana@example.com", PERSON["userId"]),
        ("a phone number", "+5511999998888", PERSON["userId"]),
        ("another case", "ANA", "ana"),
    ]:
        fields = {"clientSecret": "1a2b3c4d5e6f", "clientId": "abc123", "username": typed}
        parameters = {"USERNAME": username, "USER_ID_FOR_SRP": username}
        yield of("ChallengeSecretHash", f"secret hash of a challenge: user who types {label}", "UsernameOfChallenge", **fields, challengeParameters=parameters)
