"""refusals.json: values of a server that a client must refuse, or may refuse."""

import reference
from case import DEVICE, PERSON, SALT, claim, device_claim, hex_of, of
from padding import NOT_HEX
from reference import N, g, k


def offset_of(*person):
    """k * g^x % N, for which S is 0."""
    return k * pow(g, reference.private_key(int(SALT, 16), *person), N) % N


def zero_B():
    for label, B in [
        ("B = 0", "0"),
        ("B of zero bytes", "00" * 384),
        ("B = N", f"{N:x}"),
        ("B = 2N", f"{2 * N:x}"),
        ("B = N^2", f"{N * N:x}"),
        ("B = N in upper case after zeros", "00" + f"{N:X}"),
    ]:
        yield claim(label, "BZeroModuloN", "invalid", B=B)
    yield device_claim("device: B = 0", "BZeroModuloN", "invalid", B="0")
    yield device_claim("device: B = N", "BZeroModuloN", "invalid", B=f"{N:x}")


def large_B():
    for label, B in [
        ("B = N + 1", N + 1),
        ("B = 2N - 1", 2 * N - 1),
        ("B = 2^3072", 2**3072),
    ]:
        yield claim(label, "BNotBelowN", "acceptable", B=f"{B:x}")


def degenerate():
    offset = offset_of(*PERSON.values())
    for label, B in [
        ("B that forces S = 0", f"{offset:x}"),
        ("B that forces S = 1", f"{(offset + 1) % N:x}"),
        ("B that forces S = 1 or N - 1", f"{(offset - 1) % N:x}"),
    ]:
        yield claim(label, "DegenerateBase", "acceptable", B=B)
    upper = "0" + f"{offset:X}"
    label = "B that forces S = 0, in upper case after a zero"
    yield claim(label, "DegenerateBase UpperCaseHex LeadingZeroDigits", "acceptable", B=upper)
    device_B = f"{offset_of(*DEVICE.values()):x}"
    yield device_claim("device: B that forces S = 0", "DegenerateBase", "acceptable", B=device_B)


def not_hex():
    for label, text in NOT_HEX:
        yield claim(f"B not hex: {label}", "BNotHexadecimal", "invalid", B=text)
    B = hex_of("B of a challenge with a malformed salt", 3071)
    for label in ["empty", "other letters", "a prefix", "a minus sign", "a line end"]:
        yield claim(f"salt not hex: {label}", "SaltNotHexadecimal", "invalid", B=B, salt=dict(NOT_HEX)[label])
    for label, text in [("a wrong character", "YmxvY2s!"), ("one digit too many", "YmxvY2sxY"), ("a space", "Ymxv Y2sx")]:
        yield claim(f"secret block with {label}", "SecretBlockNotBase64", "invalid", B=B, secretBlock=text)


def premaster_secrets():
    a, B, u, x = (hex_of(f"premaster secret/{name}", bits) for name, bits in [("a", 256), ("B", 3071), ("u", 256), ("x", 256)])
    plain = {"a": a, "B": B, "u": u, "x": x}
    yield of("PremasterSecret", "S of four numbers", "Plain", **plain)
    yield of("PremasterSecret", "S of u = 1", "ShortInteger", **(plain | {"u": "1"}))
    yield of("PremasterSecret", "S of u = 2^256 - 1", "TopBitSet", **(plain | {"u": "f" * 64}))
    yield of("PremasterSecret", "S of x = 0", "ZeroInteger", **(plain | {"x": "0"}))
    yield of("PremasterSecret", "S of x = 2^256 - 1", "TopBitSet", **(plain | {"x": "f" * 64}))
    yield of("PremasterSecret", "u = 0", "UZero", "invalid", **(plain | {"u": "0"}))
    yield of("PremasterSecret", "B = 0 in S", "BZeroModuloN", "invalid", **(plain | {"B": "0"}))
    yield of("PremasterSecret", "B = N in S", "BZeroModuloN", "invalid", **(plain | {"B": f"{N:x}"}))
    forced = f"{k * pow(g, int(x, 16), N) % N:x}"
    yield of("PremasterSecret", "B = k * g^x in S", "DegenerateBase", "acceptable", **(plain | {"B": forced}))


def tests():
    for part in (zero_B, large_B, degenerate, not_hex, premaster_secrets):
        yield from part()
