"""The part of pycognito that moto's suite calls, for a machine without pycognito: SRP-6a as Cognito uses it."""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime, timezone

# The prime of RFC 3526, section 4, computed with the RFC's formula so that no digit can be mistyped.
_PI_BITS = 2942


def _pi_floor(bits: int) -> int:
    """floor(pi * 2^bits), computed with Machin's formula and guard bits."""
    guard = 64
    one = 1 << (bits + guard)

    def arctan_of_inverse(n: int) -> int:
        term = one // n
        total, divisor, sign = term, 3, -1
        while term:
            term //= n * n
            total += sign * (term // divisor)
            sign, divisor = -sign, divisor + 2
        return total

    return (4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239))) >> guard


N = 2**3072 - 2**3008 - 1 + 2**64 * (_pi_floor(_PI_BITS) + 1690314)
g = 2


def _pad(number: int) -> bytes:
    """Whole bytes, with a leading zero byte if the top bit is set."""
    return number.to_bytes(number.bit_length() // 8 + 1, "big")


def _hash(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha256(b"".join(parts)).digest(), "big")


k = _hash(_pad(N), _pad(g))


def long_to_hex(number: int) -> str:
    return format(number, "x")


class AWSSRP:
    def __init__(self, username, password, pool_id, client_id, client=None, client_secret=None, pool_region=None):
        self.username, self.password = username, password
        self.pool_name = pool_id.partition("_")[2]
        self.client_id, self.client_secret = client_id, client_secret
        self.small_a_value = secrets.randbits(256)
        self.large_a_value = pow(g, self.small_a_value, N)

    @staticmethod
    def get_secret_hash(username, client_id, client_secret):
        keyed = hmac.new(client_secret.encode(), (username + client_id).encode(), hashlib.sha256)
        return base64.b64encode(keyed.digest()).decode()

    def _secret_hash(self, username):
        if self.client_secret is None:
            return {}
        return {"SECRET_HASH": self.get_secret_hash(username, self.client_id, self.client_secret)}

    def get_auth_params(self):
        start = {"USERNAME": self.username, "SRP_A": long_to_hex(self.large_a_value)}
        return {**start, **self._secret_hash(self.username)}

    def process_challenge(self, challenge_parameters, request_parameters):
        user_id = challenge_parameters["USER_ID_FOR_SRP"]
        identity = (self.pool_name + user_id).encode()
        block = base64.b64decode(challenge_parameters["SECRET_BLOCK"])
        now = datetime.now(timezone.utc)
        timestamp = f"{now:%a %b} {now.day} {now:%H:%M:%S} UTC {now:%Y}"
        key = self._key(identity, int(challenge_parameters["SRP_B"], 16), int(challenge_parameters["SALT"], 16))
        claim = hmac.new(key, identity + block + timestamp.encode(), hashlib.sha256).digest()
        return {
            "TIMESTAMP": timestamp,
            "USERNAME": user_id,
            "PASSWORD_CLAIM_SECRET_BLOCK": challenge_parameters["SECRET_BLOCK"],
            "PASSWORD_CLAIM_SIGNATURE": base64.b64encode(claim).decode(),
            **self._secret_hash(request_parameters["USERNAME"]),
        }

    def _key(self, identity, B, salt):
        u = _hash(_pad(self.large_a_value), _pad(B))
        x = _hash(_pad(salt), hashlib.sha256(identity + b":" + self.password.encode()).digest())
        S = pow(B - k * pow(g, x, N), self.small_a_value + u * x, N)
        pseudorandom = hmac.new(_pad(u), _pad(S), hashlib.sha256).digest()
        return hmac.new(pseudorandom, b"Caldera Derived Key\x01", hashlib.sha256).digest()[:16]
