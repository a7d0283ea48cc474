"""Signatures of clients with the mistakes that clients really had. A server must reject them, and their flags name the mistake."""

import functools
import hmac
import unicodedata

import reference
from case import PERSON, SALT, handshake
from reference import KEY_INFO, N, g, integer, pad, sha256, utf8, write_base64


def raw(n):
    """The shortest unsigned bytes: no 00 before a set top bit."""
    return n.to_bytes((n.bit_length() + 7) // 8, "big")


def rfc_pad(n):
    """PAD of RFC 5054: the length of N."""
    return n.to_bytes(384, "big")


def fixed(length):
    """A digest as a byte string of fixed length, as if it were no integer."""
    return lambda n: n.to_bytes(length, "big")


def x_of(known, pad=pad, pool_name=None, user_id=None, password=None, inner=None):
    pool_name = known["poolName"] if pool_name is None else pool_name
    user_id, password = user_id or known["userId"], password or known["password"]
    hashed = sha256(utf8(f"{pool_name}{user_id}:{password}"))
    return integer(sha256(pad(int(known["salt"], 16)) + (inner(hashed) if inner else hashed)))


def message_of(known, secret_block=None, **changes):
    known = known | changes
    block = reference.read_base64(known["secretBlock"], "") if secret_block is None else secret_block
    return utf8(known["poolName"]) + utf8(known["userId"]) + block + utf8(known["timestamp"])


def key_of(S, u, length=16, info=KEY_INFO, pad_S=pad, pad_u=pad):
    return reference.hkdf(pad_S(S), pad_u(u), info, length)[1]


def sign(known, g=g, k=reference.k, u=reference.scrambler, x=x_of, S=None, key=key_of, message=message_of, mac=None):
    """A and the signature of a client with some steps replaced."""
    a, B = int(known["a"], 16), int(known["B"], 16)
    A = pow(g, a, N)
    u, x = u(A, B), x(known)
    S = (S or (lambda a, u, x: pow(B - k * pow(g, x, N), a + u * x, N)))(a, u, x)
    digest = (mac or (lambda key, message: hmac.new(key, message, "sha256").digest()))(key(S, u), message(known))
    return A, write_base64(digest)


def k_of(pad):
    return integer(sha256(pad(N) + pad(g)))


def u_of(pad):
    return lambda A, B: integer(sha256(pad(A) + pad(B)))


def hex_bytes(n):
    return f"{n:x}".encode()


def hex_text(data):
    return data.hex().encode()


def x_with(**changes):
    return lambda known: x_of(known, **changes)


def x_of_normalized(known):
    return x_of(known, password=unicodedata.normalize("NFC", known["password"]))


def key_with(**changes):
    return lambda S, u: key_of(S, u, **changes)


def key_without_counter(S, u):
    return hmac.new(reference.session_key(S, u)[0], KEY_INFO, "sha256").digest()[:16]


def message_with(**changes):
    return lambda known: message_of(known, **changes)


def message_with_text_block(known):
    return message_of(known, secret_block=known["secretBlock"].encode())


def message_with_user_first(known):
    return message_of(known, poolName=known["userId"], userId=known["poolName"])


MISTAKES = [
    ("MistakeInK", "client that hashes N and g without 00 before a set top bit", {"k": k_of(raw)}),
    ("MistakeInK", "client that pads g to the length of N, as RFC 5054", {"k": k_of(rfc_pad)}),
    ("MistakeInK", "client with k = 3, as SRP-6", {"k": 3}),
    ("MistakeInK", "client that hashes N and g as hex text", {"k": k_of(hex_bytes)}),
    ("MistakeInU", "client that hashes A and B without 00 before a set top bit", {"u": u_of(raw)}),
    ("MistakeInU", "client that pads A and B to the length of N, as RFC 5054", {"u": u_of(rfc_pad)}),
    ("MistakeInU", "client that hashes B before A", {"u": lambda A, B: reference.scrambler(B, A)}),
    ("MistakeInU", "client that hashes A and B as hex text", {"u": u_of(hex_bytes)}),
    ("MistakeInU", "client that takes only 32 bits of u, as SRP-3", {"u": lambda A, B: reference.scrambler(A, B) >> 224}),
    ("MistakeInX", "client that hashes the salt without 00 before a set top bit", {"x": x_with(pad=raw)}),
    ("MistakeInX", "client that hashes the salt as hex text", {"x": x_with(pad=hex_bytes)}),
    ("MistakeInX", "client that leaves the pool name out of x", {"x": x_with(pool_name="")}),
    ("MistakeInX", "client that hashes the inner hash as hex text", {"x": x_with(inner=hex_text)}),
    ("MistakeInX", "client that normalizes the password to NFC", {"x": x_of_normalized}),
    ("PoolIdForPoolName", "client with the pool id instead of the pool name in x", {"x": x_with(pool_name="us-east-1_Pj8nlkpKR")}),
    ("PoolIdForPoolName", "client with the pool id instead of the pool name in the message", {"message": message_with(poolName="us-east-1_Pj8nlkpKR")}),
    ("AliasForUserId", "client with the alias instead of USER_ID_FOR_SRP in x", {"x": x_with(user_id="ana@example.com")}),
    ("AliasForUserId", "client with the alias instead of USER_ID_FOR_SRP in the message", {"message": message_with(userId="ana@example.com")}),
    ("OtherGroup", "client with the generator 5 of RFC 5054", {"g": 5, "k": integer(sha256(pad(N) + pad(5)))}),
    ("MistakeInKey", "client that derives the key from S without 00 before a set top bit", {"key": key_with(pad_S=raw)}),
    ("MistakeInKey", "client that uses u without 00 before a set top bit as HKDF salt", {"key": key_with(pad_u=raw)}),
    ("MistakeInKey", "client that exchanges ikm and salt of HKDF", {"key": lambda S, u: key_of(u, S)}),
    ("MistakeInKey", "client that exchanges salt and info of HKDF", {"key": lambda S, u: reference.hkdf(pad(S), KEY_INFO, pad(u), 16)[1]}),
    ("MistakeInKey", "client with a key of 32 bytes", {"key": key_with(length=32)}),
    ("MistakeInKey", "client whose key is the pseudorandom key of HKDF", {"key": lambda S, u: reference.session_key(S, u)[0][:16]}),
    ("MistakeInKey", "client that leaves the byte 1 after the info out of HKDF", {"key": key_without_counter}),
    ("MistakeInKey", "client that writes the info in another case", {"key": key_with(info=b"caldera derived key")}),
    ("MistakeInKey", "client whose key is SHA-256 of S, as RFC 2945", {"key": lambda S, _u: sha256(pad(S))}),
    ("SecretBlockAsText", "client that signs the base64 text of the secret block", {"message": message_with_text_block}),
    ("MistakeInMessage", "client that leaves the secret block out of the message", {"message": message_with(secret_block=b"")}),
    ("MistakeInMessage", "client that signs the user id before the pool name", {"message": message_with_user_first}),
    ("MistakeInMessage", "client that signs another form of its timestamp", {"message": message_with(timestamp="Tue Nov 03 12:00:00 UTC 2026")}),
    ("MistakeInMessage", "client that uses SHA-1 in HMAC", {"mac": lambda key, message: hmac.new(key, message, "sha1").digest()}),
    ("MistakeInMessage", "client that hashes key and message without HMAC", {"mac": lambda key, message: sha256(key + message)}),
]

MISTAKES_WITH_A_SHORT_U = [
    ("MistakeInKey", "client that uses u with a leading zero byte as HKDF salt", {"key": key_with(pad_u=fixed(32))}),
]


@functools.cache
def challenges():
    """Two challenges, the second with a short u, whose right signatures differ from those of every mistake."""
    high = 1 << 3071
    person = PERSON | {"password": "Ac\u0327a\u0303o-2026"}
    top_bits = lambda A, B, u, S: min(A, B, S) >= high and u >> 255
    short_u = lambda A, B, u, S: u < 2**248 and S < high and not u >> 247
    return [
        handshake("mistaken clients", person, "f" + SALT[1:], top_bits),
        handshake("mistaken clients/short", holds=short_u),
    ]
