"""padding.json: the bytes of integers, on their own and in k, u, x, S and whole claims."""

import itertools

import case
import reference
from case import PERSON, SALT, claim, claim_numbers, hex_of, integer_of, of, search
from reference import N, g


def integers():
    for label, flags, text in [
        ("zero", "ZeroInteger", "0"),
        ("one digit", "OddHexLength", "5"),
        ("7f, the last number of one byte", "Plain", "7f"),
        ("80, the first number with its top bit set", "TopBitSet", "80"),
        ("ff", "TopBitSet", "ff"),
        ("three digits", "OddHexLength", "abc"),
        ("three digits, the first of which is f, so the first byte is 0f", "OddHexLength", "fff"),
        ("7fff", "Plain", "7fff"),
        ("8000", "TopBitSet", "8000"),
        ("00ff, which is the integer ff", "LeadingZeroDigits TopBitSet", "00ff"),
        ("007f, which is the integer 7f", "LeadingZeroDigits", "007f"),
        ("0fff, which is the integer fff", "LeadingZeroDigits OddHexLength", "0fff"),
        ("000fff, which is the integer fff", "LeadingZeroDigits OddHexLength", "000fff"),
        ("zeros only", "ZeroInteger LeadingZeroDigits", "0000"),
        ("16 bytes with the top bit set", "TopBitSet", "f0e1d2c3b4a5968778695a4b3c2d1e0f"),
        ("32 bytes with the top bit clear", "Plain", "70e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3b4a5968778695a4b3c2d1e0f"),
        ("63 digits", "OddHexLength", "c98b195a479d1a7c70c99dd680f34f5805fe686d0bc716549ff2ed895aa9111"),
        ("N, which has its top bit set", "TopBitSet", f"{N:x}"),
        ("2^3071 - 1, of 384 bytes with the top bit clear", "Plain", f"{2**3071 - 1:x}"),
        ("2^3064, of 383 zero bytes after a one", "Plain", f"{2**3064:x}"),
        ("2^3063, of 383 bytes with the top bit set", "ShortInteger TopBitSet", f"{2**3063:x}"),
    ]:
        yield of("PaddedInteger", f"integer: {label}", flags, hex=text)
    yield of("PaddedInteger", "integer: upper case", "UpperCaseHex TopBitSet", "acceptable", hex="ABCDEF")
    for label, text in NOT_HEX:
        yield of("PaddedInteger", f"not hex: {label}", "NotHexadecimal", "invalid", hex=text)


NOT_HEX = [
    ("empty", ""),
    ("other letters", "xyz"),
    ("a prefix", "0x1f"),
    ("a minus sign", "-1f"),
    ("a plus sign", "+1f"),
    ("a space", " 1f"),
    ("a line end", "1f\n"),
    ("a point", "1f.0"),
    ("an exponent", "1e+5"),
    ("an underscore", "1_f"),
    ("full-width digits", "１２"),
    ("a wrong last digit", "ab" * 100 + "g"),
]


def multipliers():
    yield of("Multiplier", "k of a generator with its top bit set, which needs padding too", "TopBitSet", N=f"{N:x}", g="80")
    yield of("Multiplier", "k of the 3072-bit group of RFC 5054, whose generator is 5", "OtherGroup", N=f"{N:x}", g="5")


def scramblers():
    for label, flags, A_bits, B_bits in [
        ("A and B with the top bit set", "TopBitSet", 3072, 3072),
        ("A with the top bit set, B with the top bit clear", "TopBitSet", 3072, 3071),
        ("A with the top bit clear, B with the top bit set", "TopBitSet", 3071, 3072),
        ("A and B with the top bit clear", "Plain", 3071, 3071),
        ("A with an odd number of digits", "OddHexLength", 3068, 3072),
        ("B with an odd number of digits", "OddHexLength", 3072, 3068),
        ("A one byte short with its top bit set", "ShortInteger TopBitSet", 3064, 3071),
        ("B one byte short with its top bit clear", "ShortInteger", 3071, 3063),
    ]:
        A, B = (integer_of(f"{label}/{name}", bits) | 1 << bits - 1 for name, bits in [("A", A_bits), ("B", B_bits)])
        yield of("Scrambler", f"u: {label}", flags, A=f"{A:x}", B=f"{B:x}")
    yield of("Scrambler", "u: A = 1 and B = 80", "ShortInteger TopBitSet", A="1", B="80")
    A = integer_of("u with zeros/A", 3071) | 1 << 3070
    u_of = lambda B: reference.scrambler(A, B)
    some_B = lambda label: (integer_of(f"{label}/{i}", 3071) | 1 << 3070 for i in itertools.count())
    for label, flags, holds in [
        ("u of 31 bytes with the top bit clear", "ShortInteger", lambda u: 2**240 <= u < 2**247),
        ("u of 31 bytes with its top bit set", "ShortInteger TopBitSet", lambda u: 2**247 <= u < 2**248),
        ("u of 30 bytes", "ShortInteger", lambda u: u < 2**240),
        ("u of 63 digits", "OddHexLength", lambda u: 2**248 <= u < 2**252),
    ]:
        B = case.first(some_B(label), lambda B: holds(u_of(B)))
        yield of("Scrambler", label, flags, A=f"{A:x}", B=f"{B:x}")


def salts():
    yield claim("salt with a leading zero byte", "LeadingZeroDigits TopBitSet", salt="00a8b7c6d5e4f30211203f4e5d6c7b8a")
    yield claim("salt with two leading zero bytes and a high bit", "LeadingZeroDigits TopBitSet", salt="0000ff6d5e4f30211203f4e5d6c7b8a9")
    yield claim("salt with a leading zero digit", "LeadingZeroDigits OddHexLength", salt="0" + SALT[1:])
    yield claim("salt with an odd number of digits", "OddHexLength", salt=SALT[1:])
    yield claim("salt with an odd number of digits after a zero digit", "LeadingZeroDigits TopBitSet", salt="0" + SALT)
    yield claim("salt with the high bit set", "TopBitSet", salt="ff" * 16)
    yield claim("salt with the high bit clear", "Plain", salt="7f" + "ff" * 15)
    yield claim("salt 80", "ShortInteger TopBitSet", salt="80")
    yield claim("salt 7f", "ShortInteger", salt="7f")
    yield claim("salt of one digit", "ShortInteger OddHexLength", salt="5")
    yield claim("salt zero", "ZeroInteger", salt="0")
    yield claim("salt of zero bytes", "ZeroInteger LeadingZeroDigits", salt="00" * 16)
    yield claim("salt in upper case", "UpperCaseHex TopBitSet", "acceptable", salt=SALT.upper())
    mixed = "".join(c.upper() if i % 2 else c for i, c in enumerate(SALT))
    yield claim("salt in mixed case", "UpperCaseHex TopBitSet", "acceptable", salt=mixed)
    yield claim("salt of 64 bytes", "LongSalt", salt=hex_of("long salt", 512))


def public_values():
    yield search("A one byte short", "ShortInteger", "a", 256, lambda values: values["A"]() < 2**3064)
    yield search("A with an odd number of digits", "OddHexLength", "a", 256, lambda values: 2**3064 <= values["A"]() < 2**3068)
    yield search("A with the high bit clear", "Plain", "a", 256, lambda values: 2**3070 <= values["A"]() < 2**3071)
    yield search("A with the high bit set", "TopBitSet", "a", 256, lambda values: values["A"]() >= 2**3071)
    yield search("A one byte short with its top bit set", "ShortInteger TopBitSet", "a", 256, lambda values: 2**3063 <= values["A"]() < 2**3064)
    yield claim("B one byte short", "ShortInteger", B=hex_of("B one byte short", 3063))
    yield claim("B one byte short with its high bit set", "ShortInteger TopBitSet", B=f"{integer_of('short B', 3064) | 1 << 3063:x}")
    yield claim("B with an odd number of digits", "OddHexLength", B=f"{integer_of('odd B', 3068) | 1 << 3067:x}")
    yield claim("B with the high bit clear", "Plain", B=f"{integer_of('B below 2^3071', 3071) | 1 << 3070:x}")
    B = claim_numbers("B written otherwise")["B"]
    yield claim("B in lower case", "Plain", B=B)
    yield claim("B in upper case", "UpperCaseHex", "acceptable", B=B.upper())
    yield claim("B with a leading zero digit", "LeadingZeroDigits", B="0" + B)
    yield claim("B with four leading zero bytes", "LeadingZeroDigits", B="00000000" + B)
    for label, flags, B in [
        ("B = 1", "ShortInteger", "1"),
        ("B = 2", "ShortInteger", "2"),
        ("B = 80", "ShortInteger TopBitSet", "80"),
        ("B = 2^3064, the shortest of 384 bytes", "ReductionBoundary", f"{2**3064:x}"),
        ("B = 2^3071, the first with its high bit set", "TopBitSet ReductionBoundary", f"{2**3071:x}"),
        ("B = N - 1", "TopBitSet ReductionBoundary", f"{N - 1:x}"),
        ("B = N - 2", "TopBitSet ReductionBoundary", f"{N - 2:x}"),
        ("B = g", "ShortInteger", f"{g:x}"),
    ]:
        yield claim(label, flags, B=B)


def digests():
    for label, flags, field, holds in [
        ("u one byte short", "ShortInteger", "u", lambda u: u < 2**248),
        ("u two bytes short", "ShortInteger", "u", lambda u: u < 2**240),
        ("u with the high bit set", "TopBitSet", "u", lambda u: u >= 2**255),
        ("u with the high bit clear", "Plain", "u", lambda u: 2**254 <= u < 2**255),
        ("u with an odd number of digits", "OddHexLength", "u", lambda u: 2**248 <= u < 2**252),
        ("S one byte short", "ShortInteger", "S", lambda S: S < 2**3064),
        ("S one byte short with its top bit set", "ShortInteger TopBitSet", "S", lambda S: 2**3063 <= S < 2**3064),
        ("S with an odd number of digits", "OddHexLength", "S", lambda S: 2**3064 <= S < 2**3068),
        ("S with the high bit clear", "Plain", "S", lambda S: 2**3070 <= S < 2**3071),
        ("S with the high bit set", "TopBitSet", "S", lambda S: S >= 2**3071),
        ("key with a leading zero byte", "LeadingZeroByte", "key", lambda key: key < 2**120),
    ]:
        yield search(label, flags, "B", 3071, lambda values: holds(values[field]()))
    for label, flags, holds in [
        ("x two bytes short", "ShortInteger", lambda x: x < 2**240),
        ("x with the high bit set", "TopBitSet", lambda x: x >= 2**255),
        ("x with an odd number of digits", "OddHexLength", lambda x: 2**248 <= x < 2**252),
    ]:
        x_of = lambda password: reference.private_key(int(SALT, 16), PERSON["poolName"], PERSON["userId"], password)
        yield claim(label, flags, password=case.first(case.numbered("senha {}"), lambda password: holds(x_of(password))))
    hash_of = lambda password: reference.password_hash(PERSON["poolName"], PERSON["userId"], password)
    password = case.first(case.numbered("senha {}"), lambda password: hash_of(password)[0] == 0)
    yield claim("inner hash of x with a leading zero byte", "LeadingZeroByte", password=password)


def tests():
    for part in (integers, multipliers, scramblers, salts, public_values, digests):
        yield from part()
