"""Cognito's SRP in Python's standard library (3.9 or later), client and server."""

import base64
import hashlib
import hmac
import re
from datetime import datetime, timedelta, timezone

N = int(
    "ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd"
    "ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed"
    "ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f"
    "83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b"
    "e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510"
    "15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7"
    "abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c"
    "bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff",
    16,
)
g = 2
WEEKDAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def pad_hex(n):
    return n.to_bytes(n.bit_length() // 8 + 1, "big")


def H(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def H_integer(*parts):
    return int.from_bytes(H(*parts), "big")


def read_hex(text):
    if not re.fullmatch("[0-9a-fA-F]+", text):
        raise ValueError("not a hexadecimal number")
    return int(text, 16)


def to_base64(data):
    return base64.b64encode(data).decode()


def hmac_sha256(key, message):
    return hmac.new(key, message, "sha256").digest()


def hkdf(ikm, salt, info, length):
    prk, okm, block = hmac_sha256(salt or bytes(32), ikm), b"", b""
    for counter in range(1, -(-length // 32) + 1):
        block = hmac_sha256(prk, block + info + bytes([counter]))
        okm += block
    return prk, okm[:length]


def compute_k(N, g):
    return H_integer(pad_hex(N), pad_hex(g))


def compute_u(A, B):
    return H_integer(pad_hex(A), pad_hex(B))


def compute_x(salt, poolName, userId, password):
    password_hash = H(f"{poolName}{userId}:{password}".encode())
    return password_hash, H_integer(pad_hex(salt), password_hash)


def compute_S(a, B, u, x):
    if B % N == 0 or u == 0:
        raise ValueError("the client must abort")
    return pow(B - compute_k(N, g) * pow(g, x, N), a + u * x, N)


def session_key(S, u):
    return hkdf(pad_hex(S), pad_hex(u), b"Caldera Derived Key", 16)


def message_of(poolName, userId, secretBlock, timestamp):
    return poolName.encode() + userId.encode() + base64.b64decode(secretBlock, validate=True) + timestamp.encode()


def password_claim(a, B, salt, poolName, userId, password, secretBlock, timestamp):
    a, B = read_hex(a), read_hex(B)
    A = pow(g, a, N)
    x, u = compute_x(read_hex(salt), poolName, userId, password)[1], compute_u(A, B)
    S = compute_S(a, B, u, x)
    key = session_key(S, u)[1]
    signature = hmac_sha256(key, message_of(poolName, userId, secretBlock, timestamp))
    return in_hex(A=A, k=compute_k(N, g), x=x, u=u, S=S) | {"key": key.hex(), "signature": to_base64(signature)}


def device_claim(deviceGroupKey, deviceKey, devicePassword, **challenge):
    return password_claim(poolName=deviceGroupKey, userId=deviceKey, password=devicePassword, **challenge)


def pool_name(user_pool_id):
    return user_pool_id.split("_")[1]


def password_verifier_challenge(userPoolId, username, password, a, nowMs, challengeParameters):
    block, user_id = challengeParameters["SECRET_BLOCK"], challengeParameters["USER_ID_FOR_SRP"]
    B, salt, timestamp = challengeParameters["SRP_B"], challengeParameters["SALT"], format_timestamp(nowMs)
    claim = password_claim(a, B, salt, pool_name(userPoolId), user_id, password, block, timestamp)
    responses = {"PASSWORD_CLAIM_SECRET_BLOCK": block, "PASSWORD_CLAIM_SIGNATURE": claim["signature"]}
    return {"SRP_A": claim["A"], "TIMESTAMP": timestamp} | responses


def device_verifier(deviceGroupKey, deviceKey, devicePassword, salt):
    salt = read_hex(salt)
    x = compute_x(salt, deviceGroupKey, deviceKey, devicePassword)[1]
    verifier = pow(g, x, N)
    sent = {"Salt": to_base64(pad_hex(salt)), "PasswordVerifier": to_base64(pad_hex(verifier))}
    return in_hex(x=x, verifier=verifier) | sent


def format_timestamp(now_ms):
    now = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=now_ms)
    return f"{WEEKDAYS[now.weekday()]} {MONTHS[now.month - 1]} {now.day} {now:%H:%M:%S} UTC {now.year}"


def read_timestamp(timestamp):
    moment = datetime.strptime(timestamp, "%a %b %d %H:%M:%S UTC %Y").replace(tzinfo=timezone.utc)
    at_ms = int(moment.timestamp()) * 1000
    if format_timestamp(at_ms) != timestamp:
        raise ValueError("another format")
    return at_ms


def server_claim(verifier, b, A, signature, **signed):
    A, verifier, b = read_hex(A), int(verifier, 16), int(b, 16)
    if A % N == 0:
        raise ValueError("the server must abort")
    B = server_B(b, verifier)
    u = compute_u(A, B)
    S = pow(A * pow(verifier, u, N), b, N)
    key = session_key(S, u)[1]
    if not hmac.compare_digest(base64.b64decode(signature, validate=True), hmac_sha256(key, message_of(**signed))):
        raise ValueError("wrong signature")
    return in_hex(B=B, u=u, S=S) | {"key": key.hex()}


def server_B(b, verifier):
    return (compute_k(N, g) * verifier + pow(g, b, N)) % N


def in_hex(**integers):
    return {name: f"{value:x}" for name, value in integers.items()}
