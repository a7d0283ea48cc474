"""Cognito's SRP in Python's standard library: a second implementation that shares no code with the library.

Integers are int, hashes go over bytes. The names are those of RFC 5054 and of README.md. Functions whose parameters are
named like the fields of the test vectors take the texts of these fields; the other functions take integers and bytes.
"""

import base64
import binascii
import hashlib
import hmac
import re
from datetime import datetime, timedelta, timezone

WEEKDAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
KEY_INFO = b"Caldera Derived Key"


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


# RFC 3526 section 4 defines the 3072-bit prime by this formula. The generator is 2.
N = 2**3072 - 2**3008 - 1 + 2**64 * (floor_of_scaled_pi(2942) + 1690314)
g = 2


class Refused(Exception):
    """The implementation must refuse the input. The message is the flag of the reason."""


def sha256(data):
    return hashlib.sha256(data).digest()


def integer(data):
    return int.from_bytes(data, "big")


def pad(n):
    """The shortest big-endian two's complement of a non-negative integer, as Java's BigInteger.toByteArray."""
    return n.to_bytes(n.bit_length() // 8 + 1, "big")


def read_hex(text, flag):
    if not re.fullmatch("[0-9a-fA-F]+", text):
        raise Refused(flag)
    return int(text, 16)


def read_base64(text, flag):
    """Padding may be missing, because decoders differ there. Everything else follows RFC 4648 section 4."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except binascii.Error:
        raise Refused(flag) from None


def write_base64(data):
    return base64.b64encode(data).decode()


def utf8(text):
    """UTF-8 of a text of UTF-16 units, as JavaScript and Java represent it: pairs join, a lone surrogate becomes U+FFFD."""
    def join(pair):
        high, low = (ord(unit) for unit in pair.group())
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))

    joined = re.sub("[\ud800-\udbff][\udc00-\udfff]", join, text)
    return re.sub("[\ud800-\udfff]", "\ufffd", joined).encode("utf-8")


k = integer(sha256(pad(N) + pad(g)))


def hkdf(ikm, salt, info, length):
    """RFC 5869 with SHA-256. Returns the pseudorandom key and the output."""
    prk = hmac.new(salt or bytes(32), ikm, "sha256").digest()
    okm, block, counter = b"", b"", 1
    while len(okm) < length:
        block = hmac.new(prk, block + info + bytes([counter]), "sha256").digest()
        okm, counter = okm + block, counter + 1
    return prk, okm[:length]


def password_hash(pool_name, user_id, password):
    return sha256(utf8(pool_name + user_id + ":" + password))


def private_key(salt, pool_name, user_id, password):
    """x; for a device pool_name is its group key and user_id its key."""
    return integer(sha256(pad(salt) + password_hash(pool_name, user_id, password)))


def scrambler(A, B):
    return integer(sha256(pad(A) + pad(B)))


def session_key(S, u):
    return hkdf(pad(S), pad(u), KEY_INFO, 16)


def signed_message(poolName, userId, secretBlock, timestamp):
    return utf8(poolName) + utf8(userId) + read_base64(secretBlock, "SecretBlockNotBase64") + utf8(timestamp)


def read_B(B):
    B = read_hex(B, "BNotHexadecimal")
    if B % N == 0:
        raise Refused("BZeroModuloN")
    return B


def premaster_base(B, x):
    """B - k * g^x, the base of S."""
    return (B - k * pow(g, x, N)) % N


def password_claim(a, B, salt, poolName, userId, password, secretBlock, timestamp):
    """Every value of a claim. a, B and salt are hex texts, secretBlock is base64, as Cognito sends them."""
    B = read_B(B)
    a, salt = int(a, 16), read_hex(salt, "SaltNotHexadecimal")
    A = pow(g, a, N)
    u = scrambler(A, B)
    x = private_key(salt, poolName, userId, password)
    S = pow(premaster_base(B, x), a + u * x, N)
    key = session_key(S, u)[1]
    signature = hmac.new(key, signed_message(poolName, userId, secretBlock, timestamp), "sha256").digest()
    return {
        "A": f"{A:x}",
        "k": f"{k:x}",
        "x": f"{x:x}",
        "u": f"{u:x}",
        "S": f"{S:x}",
        "key": key.hex(),
        "signature": write_base64(signature),
    }


def premaster_secret(a, B, u, x):
    B, a, u, x = read_B(B), int(a, 16), int(u, 16), int(x, 16)
    if u == 0:
        raise Refused("UZero")
    return {"S": f"{pow(premaster_base(B, x), a + u * x, N):x}"}


def device_verifier(deviceGroupKey, deviceKey, devicePassword, salt):
    salt = read_hex(salt, "SaltNotHexadecimal")
    x = private_key(salt, deviceGroupKey, deviceKey, devicePassword)
    verifier = pow(g, x, N)
    return {
        "x": f"{x:x}",
        "verifier": f"{verifier:x}",
        "Salt": write_base64(pad(salt)),
        "PasswordVerifier": write_base64(pad(verifier)),
    }


def secret_hash(clientSecret, username, clientId):
    digest = hmac.new(utf8(clientSecret), utf8(username + clientId), "sha256").digest()
    return {"secretHash": write_base64(digest)}


def challenge_secret_hash(clientSecret, clientId, username, challengeParameters):
    """SECRET_HASH of the answer to a challenge. `username` is what the user typed, and nothing uses it."""
    return secret_hash(clientSecret, challengeParameters["USERNAME"], clientId)


def timestamp(nowMs):
    now = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=nowMs)
    weekday, month = WEEKDAYS[now.weekday()], MONTHS[now.month - 1]
    return {"timestamp": f"{weekday} {month} {now.day} {now:%H:%M:%S} UTC {now.year}"}


def read_timestamp(text):
    """Milliseconds since 1970 of a text in exactly the format of `timestamp`."""
    parts = re.fullmatch(r"(\w{3}) (\w{3}) ([1-9]\d?) (\d\d):(\d\d):(\d\d) UTC (\d{4})", text, re.ASCII)
    if not parts or parts[1] not in WEEKDAYS or parts[2] not in MONTHS:
        raise Refused("OtherTimestampFormat")
    day, hours, minutes, seconds, year = (int(part) for part in parts.group(3, 4, 5, 6, 7))
    try:
        moment = datetime(year, MONTHS.index(parts[2]) + 1, day, hours, minutes, seconds, tzinfo=timezone.utc)
    except ValueError:
        raise Refused("OtherTimestampFormat") from None
    return (moment - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(milliseconds=1)


def pool_name(userPoolId):
    return userPoolId.split("_")[1]


def challenge_responses(userPoolId, username, password, a, nowMs, challengeParameters):
    """What a client sends after the challenge PASSWORD_VERIFIER. `username` is what the user typed, and nothing uses it."""
    sent = timestamp(nowMs)["timestamp"]
    claim = password_claim(
        a=a,
        B=challengeParameters["SRP_B"],
        salt=challengeParameters["SALT"],
        poolName=pool_name(userPoolId),
        userId=challengeParameters["USER_ID_FOR_SRP"],
        password=password,
        secretBlock=challengeParameters["SECRET_BLOCK"],
        timestamp=sent,
    )
    return {
        "SRP_A": claim["A"],
        "PASSWORD_CLAIM_SECRET_BLOCK": challengeParameters["SECRET_BLOCK"],
        "PASSWORD_CLAIM_SIGNATURE": claim["signature"],
        "TIMESTAMP": sent,
    }


def server_B(b, verifier):
    """B = k * v + g^b, which a server sends."""
    return (k * verifier + pow(g, b, N)) % N


def server_S(A, b, verifier, u):
    """S = (A * v^u)^b, the server's side of the same secret."""
    return pow(A * pow(verifier, u, N), b, N)


def server_claim(verifier, b, A, poolName, userId, secretBlock, timestamp, signature):
    """Every value that a server computes to check a claim."""
    A, b, verifier = read_hex(A, "ANotHexadecimal"), int(b, 16), int(verifier, 16)
    if A % N == 0:
        raise Refused("AZeroModuloN")
    B = server_B(b, verifier)
    u = scrambler(A, B)
    S = server_S(A, b, verifier, u)
    key = session_key(S, u)[1]
    expected = hmac.new(key, signed_message(poolName, userId, secretBlock, timestamp), "sha256").digest()
    if not hmac.compare_digest(read_base64(signature, "SignatureNotBase64"), expected):
        raise Refused("WrongSignature")
    return {"B": f"{B:x}", "u": f"{u:x}", "S": f"{S:x}", "key": key.hex()}
