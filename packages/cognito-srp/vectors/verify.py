"""Checks every vector of this folder against reference.py, and the files against SHA256SUMS.

    python3 verify.py            checks; ends with 1 when anything differs
    python3 verify.py --digests  writes SHA256SUMS anew, after a deliberate change
"""

import hashlib
import json
import pathlib
import random
import sys

import reference

FOLDER = pathlib.Path(__file__).parent
FILES = ["published.json", "rfc.json", "edge-cases.json"]
DIGESTS = FOLDER / "SHA256SUMS"
PRIME_ROUNDS = 20


def group():
    return {"N": f"{reference.N:x}", "g": f"{reference.g:x}", "k": f"{reference.k:x}"}


def public_value(a):
    return {"A": f"{pow(reference.g, int(a, 16), reference.N):x}"}


def scrambler(A, B):
    return {"u": f"{reference.scrambler(int(A, 16), int(B, 16)):x}"}


def password_hash(poolName, userId, password):
    return {"hash": reference.sha256(reference.utf8(f"{poolName}{userId}:{password}")).hex()}


def password_claim(b=None, **challenge):
    """The client's values; when the server's b is known, B and the server's S must agree with them."""
    claim = reference.password_claim(**challenge)
    if b is not None:
        person = {name: challenge[name] for name in ("salt", "poolName", "userId", "password")}
        require(reference.server_B(int(b, 16), **person) == int(challenge["B"], 16), "B is not what b gives")
        require(reference.server_S(int(b, 16), claim) == int(claim["S"], 16), "the server computes another S")
    return claim


def refusal(**challenge):
    try:
        reference.password_claim(**challenge)
    except reference.Refused as refused:
        return {"reason": str(refused)}
    return {"reason": "none: it was accepted"}


def hkdf(ikm, salt, info, length):
    prk, okm = reference.hkdf(bytes.fromhex(ikm), bytes.fromhex(salt), bytes.fromhex(info), length)
    return {"prk": prk.hex(), "okm": okm.hex()}


def srp(N, g, identity, password, salt, a, b):
    """RFC 5054 in its own group: SHA-1, and PAD to the length of N."""
    N, g, a, b = (int(number, 16) for number in (N, g, a, b))
    pad = lambda n: n.to_bytes((N.bit_length() + 7) // 8, "big")
    H = lambda data: reference.integer(hashlib.sha1(data).digest())
    k = H(pad(N) + pad(g))
    x = H(bytes.fromhex(salt) + hashlib.sha1(f"{identity}:{password}".encode()).digest())
    verifier = pow(g, x, N)
    A, B = pow(g, a, N), (k * verifier + pow(g, b, N)) % N
    u = H(pad(A) + pad(B))
    S = pow(B - k * verifier, a + u * x, N)
    require(S == pow(A * pow(verifier, u, N), b, N), "the server computes another S")
    values = {"k": k, "x": x, "verifier": verifier, "A": A, "B": B, "u": u, "S": S}
    return {name: f"{value:x}" for name, value in values.items()}


COMPUTE = {
    "group": group,
    "publicValue": public_value,
    "scrambler": scrambler,
    "passwordHash": password_hash,
    "passwordClaim": password_claim,
    "refusal": refusal,
    "deviceVerifier": reference.device_verifier,
    "secretHash": reference.secret_hash,
    "hkdf": hkdf,
    "srp": srp,
    "timestamp": reference.timestamp,
}


def require(holds, sentence):
    if not holds:
        raise ValueError(sentence)


def expand(value):
    return value["repeat"] * value["times"] if isinstance(value, dict) else value


def problems_of(vector):
    """What is wrong with one vector, as sentences; nothing when all its answers come out."""
    try:
        inputs = {name: expand(value) for name, value in vector["input"].items()}
        computed = COMPUTE[vector["kind"]](**inputs)
    except Exception as error:
        return [f"cannot be computed: {error!r}"]
    expected = vector["output"] | vector.get("derived", {})
    return [f"{name} differs" for name in expected if expected[name] != computed.get(name)]


def is_prime(n):
    """Miller and Rabin's test; a composite passes with a probability below 4^-20."""
    draw = random.Random(3526)
    shift = ((n - 1) & -(n - 1)).bit_length() - 1
    for _ in range(PRIME_ROUNDS):
        power = pow(draw.randrange(2, n - 1), n - 1 >> shift, n)
        if power == 1:
            continue
        squares = (pow(power, 2**i, n) for i in range(shift))
        if n - 1 not in squares:
            return False
    return True


def group_problems():
    N, q = reference.N, (reference.N - 1) // 2
    return [
        sentence
        for sentence, holds in [
            ("group: N is not prime", is_prime(N)),
            ("group: (N - 1) / 2 is not prime", is_prime(q)),
            ("group: g does not generate the subgroup of order (N - 1) / 2", pow(reference.g, q, N) == 1),
        ]
        if not holds
    ]


def digest_lines():
    return [f"{hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()}  {name}" for name in FILES]


def digest_problems():
    known = DIGESTS.read_text(encoding="ascii").splitlines()
    return [f"{line.split()[1]}: the file is not the one of SHA256SUMS" for line in digest_lines() if line not in known]


def main():
    if "--digests" in sys.argv:
        DIGESTS.write_text("\n".join(digest_lines()) + "\n", encoding="ascii")
    problems = group_problems() + digest_problems()
    print(f"N from pi (RFC 3526 section 4): {reference.N.bit_length()} bits, N and (N - 1) / 2 tested for primality")
    total = 0
    for name in FILES:
        vectors = json.loads((FOLDER / name).read_text(encoding="utf-8"))["vectors"]
        found = [f"{name}: {vector['id']}: {problem}" for vector in vectors for problem in problems_of(vector)]
        print(f"{name}: {len(vectors)} vectors, {len(found)} differences")
        problems += found
        total += len(vectors)
    for problem in problems:
        print(f"WRONG  {problem}")
    print(f"{total} vectors verified" if not problems else f"FAILED: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
