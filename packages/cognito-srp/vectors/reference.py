"""Cognito's SRP in Python's standard library: a second opinion that shares no code with the library.

Integers are int, hashes go over bytes. The names are those of RFC 5054 and of README.md.
"""

import base64
import hashlib
import hmac
import re
from datetime import datetime, timedelta, timezone

WEEKDAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def floor_of_scaled_pi(bits):
    """floor(2^bits * pi) by Machin's formula: pi = 16 arctan(1/5) - 4 arctan(1/239)."""
    guard_bits = 64

    def arctan_of_inverse(n):
        power = (1 << (bits + guard_bits)) // n
        total, divisor, sign = 0, 1, 1
        while power:
            total += sign * (power // divisor)
            power //= n * n
            divisor, sign = divisor + 2, -sign
        return total

    return (16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)) >> guard_bits


# RFC 3526 section 4 defines the 3072-bit prime by this very formula; the generator is 2.
N = 2**3072 - 2**3008 - 1 + 2**64 * (floor_of_scaled_pi(2942) + 1690314)
g = 2


class Refused(Exception):
    """A client must abort; the text says why."""


def sha256(data):
    return hashlib.sha256(data).digest()


def integer(data):
    return int.from_bytes(data, "big")


def pad(n):
    """The shortest big-endian two's complement of a non-negative integer, as Java's BigInteger.toByteArray."""
    return n.to_bytes(n.bit_length() // 8 + 1, "big")


def utf8(text):
    """UTF-8 of a text of UTF-16 units, as JavaScript sees it: pairs join, a lone surrogate becomes U+FFFD."""
    def join(pair):
        high, low = (ord(unit) for unit in pair.group())
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))

    joined = re.sub("[\ud800-\udbff][\udc00-\udfff]", join, text)
    return re.sub("[\ud800-\udfff]", "\ufffd", joined).encode("utf-8")


k = integer(sha256(pad(N) + pad(g)))


def hkdf(ikm, salt, info, length):
    """RFC 5869 with SHA-256; gives the pseudorandom key and the output."""
    prk = hmac.new(salt or bytes(32), ikm, "sha256").digest()
    okm, block, counter = b"", b"", 1
    while len(okm) < length:
        block = hmac.new(prk, block + info + bytes([counter]), "sha256").digest()
        okm, counter = okm + block, counter + 1
    return prk, okm[:length]


def private_key(salt, pool_name, user_id, password):
    """x; for a device pool_name is its group key and user_id its key."""
    return integer(sha256(pad(salt) + sha256(utf8(pool_name + user_id + ":" + password))))


def scrambler(A, B):
    return integer(sha256(pad(A) + pad(B)))


def parse_B(hex_text):
    if not re.fullmatch("[0-9a-fA-F]+", hex_text):
        raise Refused("not-hex")
    B = int(hex_text, 16)
    if B % N == 0:
        raise Refused("zero")
    if B >= N:
        raise Refused("not-below-N")
    return B


def password_claim(a, B, salt, poolName, userId, password, secretBlock, timestamp):
    """Every value of a claim; a, B and salt are hex texts, secretBlock is base64, as Cognito sends them."""
    B = parse_B(B)
    a, salt = int(a, 16), int(salt, 16)
    A = pow(g, a, N)
    u = scrambler(A, B)
    x = private_key(salt, poolName, userId, password)
    base = (B - k * pow(g, x, N)) % N
    if base in (0, 1, N - 1):
        raise Refused("degenerate")
    S = pow(base, a + u * x, N)
    key = hkdf(pad(S), pad(u), b"Caldera Derived Key", 16)[1]
    message = utf8(poolName) + utf8(userId) + base64.b64decode(secretBlock, validate=True) + utf8(timestamp)
    signature = hmac.new(key, message, "sha256").digest()
    return {
        "A": f"{A:x}",
        "k": f"{k:x}",
        "x": f"{x:x}",
        "u": f"{u:x}",
        "S": f"{S:x}",
        "key": key.hex(),
        "signature": base64.b64encode(signature).decode(),
    }


def server_B(b, salt, poolName, userId, password):
    """B = k * v + g^b, what a server that knows the verifier sends."""
    verifier = pow(g, private_key(int(salt, 16), poolName, userId, password), N)
    return (k * verifier + pow(g, b, N)) % N


def server_S(b, claim):
    """S = (A * v^u)^b, the server's side of the same secret."""
    A, u, x = (int(claim[name], 16) for name in ("A", "u", "x"))
    return pow(A * pow(pow(g, x, N), u, N), b, N)


def device_verifier(deviceGroupKey, deviceKey, devicePassword, salt):
    salt = int(salt, 16)
    x = private_key(salt, deviceGroupKey, deviceKey, devicePassword)
    verifier = pow(g, x, N)
    return {
        "x": f"{x:x}",
        "verifier": f"{verifier:x}",
        "Salt": base64.b64encode(pad(salt)).decode(),
        "PasswordVerifier": base64.b64encode(pad(verifier)).decode(),
    }


def secret_hash(clientSecret, username, clientId):
    digest = hmac.new(utf8(clientSecret), utf8(username + clientId), "sha256").digest()
    return {"secretHash": base64.b64encode(digest).decode()}


def timestamp(nowMs):
    now = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=nowMs)
    weekday, month = WEEKDAYS[now.weekday()], MONTHS[now.month - 1]
    return {"timestamp": f"{weekday} {month} {now.day} {now:%H:%M:%S} UTC {now.year}"}
