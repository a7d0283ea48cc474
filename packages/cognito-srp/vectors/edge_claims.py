"""Sign-ins: what a server, a person and chance can put into a password claim, and what a client must refuse."""

import base64
import itertools

import reference
from edge_case import LONG, PERSON, SALT, answer, claim, claim_input, hex_of, integer_of, search, vector
from reference import N, g, k


def salts():
    yield claim("salt with a leading zero byte", salt="00a8b7c6d5e4f30211203f4e5d6c7b8a")
    yield claim("salt with two leading zero bytes and a high bit", salt="0000ff6d5e4f30211203f4e5d6c7b8a9")
    yield claim("salt with a leading zero digit", salt="0" + SALT[1:])
    yield claim("salt with an odd number of digits", salt=SALT[1:])
    yield claim("salt with an odd number of digits after a zero digit", salt="0" + SALT)
    yield claim("salt with the high bit set", salt="ff" * 16)
    yield claim("salt with the high bit clear", salt="7f" + "ff" * 15)
    yield claim("salt 80", salt="80")
    yield claim("salt 7f", salt="7f")
    yield claim("salt of one digit", salt="5")
    yield claim("salt zero", salt="0")
    yield claim("salt of zero bytes", salt="00" * 16)
    yield claim("salt in upper case", salt=SALT.upper())
    yield claim("salt in mixed case", salt="".join(c.upper() if i % 2 else c for i, c in enumerate(SALT)))
    yield claim("salt of 64 bytes", salt=hex_of("long salt", 512))
    yield claim("salt of 4096 digits", salt={"repeat": "c0ffee42", "times": 512})


def ephemerals():
    for label, a in [
        ("a = 0", 0),
        ("a = 1", 1),
        ("a = 2", 2),
        ("a = 3071, the last whose power needs no reduction", 3071),
        ("a = 3072, the first whose power needs one", 3072),
        ("a = 2^255", 2**255),
        ("a = 2^256 - 1", 2**256 - 1),
        ("a = 2^256", 2**256),
        ("a of 1024 bits, as other clients draw it", integer_of("a of 1024 bits", 1024) | 1 << 1023),
        ("a of 3072 bits", integer_of("a of 3072 bits", 3072) | 1 << 3071),
        ("a = N - 1", N - 1),
        ("a = (N - 1) / 2, the order of g", (N - 1) // 2),
        ("a = N + 5", N + 5),
        ("a of 8192 bits", integer_of("a of 8192 bits", 8192) | 1 << 8191),
    ]:
        yield claim(label, a=f"{a:x}")
    yield claim("a in upper case", a=hex_of("a in upper case").upper())
    yield claim("a with leading zeros", a="000" + hex_of("a with leading zeros"))
    yield claim("a of 64 leading zeros", a="0" * 64 + hex_of("a of 64 leading zeros"))


def public_values():
    yield search("A one byte short", "a", 256, lambda answer: answer["A"]() < 2**3064)
    yield search("A with an odd number of digits", "a", 256, lambda answer: 2**3064 <= answer["A"]() < 2**3068)
    yield search("A with the high bit clear", "a", 256, lambda answer: 2**3070 <= answer["A"]() < 2**3071)
    yield claim("B one byte short", B=hex_of("B one byte short", 3063))
    yield claim("B one byte short with its high bit set", B=f"{integer_of('short B', 3064) | 1 << 3063:x}")
    yield claim("B with an odd number of digits", B=f"{integer_of('odd B', 3068) | 1 << 3067:x}")
    yield claim("B with the high bit clear", B=f"{integer_of('B below 2^3071', 3071) | 1 << 3070:x}")
    B = claim_input("B written otherwise")["B"]
    yield claim("B in lower case", B=B)
    yield claim("B in upper case", B=B.upper())
    yield claim("B with a leading zero digit", B="0" + B)
    yield claim("B with four leading zero bytes", B="00000000" + B)
    yield claim("B = 1", B="1")
    yield claim("B = 2", B="2")
    yield claim("B = 80", B="80")
    yield claim("B = 2^3064, the shortest of 384 bytes", B=f"{2**3064:x}")
    yield claim("B = 2^3071, the first with its high bit set", B=f"{2**3071:x}")
    yield claim("B = N - 1", B=f"{N - 1:x}")
    yield claim("B = N - 2", B=f"{N - 2:x}")
    yield claim("B = g", B=f"{g:x}")


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
        yield claim(label, B=f"{(base + offset) % N:x}")


def digests():
    yield search("u one byte short", "B", 3071, lambda answer: answer["u"]() < 2**248)
    yield search("u two bytes short", "B", 3071, lambda answer: answer["u"]() < 2**240)
    yield search("u with the high bit set", "B", 3071, lambda answer: answer["u"]() >= 2**255)
    yield search("u with an odd number of digits", "B", 3071, lambda answer: 2**248 <= answer["u"]() < 2**252)
    yield search("S one byte short", "B", 3071, lambda answer: answer["S"]() < 2**3064)
    yield search("S with an odd number of digits", "B", 3071, lambda answer: 2**3064 <= answer["S"]() < 2**3068)
    yield search("S with the high bit clear", "B", 3071, lambda answer: 2**3070 <= answer["S"]() < 2**3071)
    yield search("key with a leading zero byte", "B", 3071, lambda answer: answer["key"]() < 2**120)
    for attempt in itertools.count():
        password = f"senha {attempt}"
        x = reference.private_key(int(SALT, 16), PERSON["poolName"], PERSON["userId"], password)
        if x.bit_length() <= 240:
            yield claim("x two bytes short", password=password)
            break


def texts():
    for label, password in [
        ("empty password", ""),
        ("password of one space", " "),
        ("password with spaces around", "  senha  "),
        ("password composed (NFC)", "Ação é só Über"),
        ("password decomposed (NFD)", "Ac\u0327a\u0303o e\u0301 so\u0301 U\u0308ber"),
        ("password of emoji", "\U0001f511\U0001f468\u200d\U0001f469\u200d\U0001f467"),
        ("password with a lone high surrogate", "a\ud83db"),
        ("password with a lone low surrogate", "a\udd11b"),
        ("password that ends in a lone high surrogate", "senha\ud83d"),
        ("password of swapped surrogates", "\udd11\ud83d"),
        ("password of two high surrogates and a low one", "\ud83d\ud83d\udd11"),
        ("password with U+FFFD itself", "a\ufffdb"),
        ("password with a byte order mark", "\ufeffsenha"),
        ("password with NUL", "a\0b"),
        ("password with line ends", "a\r\nb\n"),
        ("password with a colon", "a:b:c"),
        ("password in Arabic", "كلمة السر"),
        ("password in Japanese", "パスワード"),
        ("password of full-width letters (NFKC would change them)", "Ｓｅｎｈａ"),
        ("password with a Turkish dotless i", "ıİiI"),
        ("password of 100 kB", LONG),
        ("password of 100 kB beyond ASCII", {"repeat": "çã", "times": 25_000}),
    ]:
        yield claim(label, password=password)
    yield claim("empty user", userId="")
    yield claim("empty pool name", poolName="")
    yield claim("everything empty", poolName="", userId="", password="", secretBlock="", timestamp="")
    yield claim("user with a colon, so that user and password could swap", userId="a:b", password="c")
    yield claim("password with a colon, so that user and password could swap", userId="a", password="b:c")
    yield claim("pool name and user of one text, split early", poolName="ab", userId="cd")
    yield claim("pool name and user of one text, split late", poolName="abc", userId="d")
    yield claim("a surrogate pair split between pool name and user", poolName="p\ud83d", userId="\udd11u")
    yield claim("user beyond ASCII", userId="joão.gonçalves@example.com")
    yield claim("user of 100 kB", userId=LONG)
    yield claim("pool name of digits only", poolName="000000000")


def signed_parts():
    block = lambda data: base64.b64encode(data).decode()
    yield claim("secret block empty", secretBlock="")
    yield claim("secret block of one byte", secretBlock=block(b"\x00"))
    yield claim("secret block of two bytes", secretBlock=block(b"\xff\xfe"))
    yield claim("secret block of three bytes", secretBlock=block(b"\x80\x81\x82"))
    yield claim("secret block of every byte", secretBlock=block(bytes(range(256))))
    yield claim("secret block with + and /", secretBlock="+/+/+/+/")
    yield claim("secret block of 100 kB", secretBlock={"repeat": "QUJD/+01", "times": 12_500})
    yield claim("timestamp of one-digit day", timestamp="Tue Nov 3 04:05:06 UTC 2026")
    yield claim("timestamp of two-digit day", timestamp="Sat Nov 21 23:59:59 UTC 2026")


def refusals():
    x = reference.private_key(int(SALT, 16), *PERSON.values())
    offset = k * pow(g, x, N) % N
    for label, B in [
        ("refused: B = 0", "0"),
        ("refused: B of zero bytes", "00" * 384),
        ("refused: B = N", f"{N:x}"),
        ("refused: B = 2N", f"{2 * N:x}"),
        ("refused: B = N^2", f"{N * N:x}"),
        ("refused: B = N in upper case after zeros", "00" + f"{N:X}"),
        ("refused: B = N + 1", f"{N + 1:x}"),
        ("refused: B = 2N - 1", f"{2 * N - 1:x}"),
        ("refused: B = 2^3072", f"{2**3072:x}"),
        ("refused: B of 100,000 digits", {"repeat": "f", "times": 100_000}),
        ("refused: B forces S = 0", f"{offset:x}"),
        ("refused: B forces S = 1", f"{(offset + 1) % N:x}"),
        ("refused: B forces S = 1 or N - 1", f"{(offset - 1) % N:x}"),
        ("refused: B forces S = 0, in upper case after a zero", "0" + f"{offset:X}"),
        ("refused: B empty", ""),
        ("refused: B not hex", "xyz"),
        ("refused: B with a prefix", "0x1f"),
        ("refused: B with a sign", "-1f"),
        ("refused: B with a space", " 1f"),
        ("refused: B with a line end", "1f\n"),
        ("refused: B with a point", "1f.0"),
        ("refused: B in exponent form", "1e+5"),
        ("refused: B of full-width digits", "１２"),
        ("refused: B with a non-hex digit at its end", "ab" * 100 + "g"),
    ]:
        fields = claim_input(label, B=B)
        try:
            answer(fields)
        except reference.Refused as refused:
            yield vector("refusal", label, fields, {"reason": str(refused)})
