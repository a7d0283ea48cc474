"""names.json: texts in x and in the signed message."""

import case
import reference
from case import PERSON, SALT, claim, of, with_utf16


def pool_names():
    for user_pool_id in ["us-east-1_Pj8nlkpKR", "ap-southeast-2_aB3dE6gH9", "us-gov-west-1_ZzZzZzZzZ", "local_0000000000"]:
        yield of("PoolName", f"pool name of {user_pool_id}", "PoolName", userPoolId=user_pool_id)


def private_keys():
    for label, flags, changes in [
        ("x: user id of digits and hyphens", "Plain", {}),
        ("x: salt with a leading zero byte", "LeadingZeroDigits", {"salt": "00ab" + SALT[4:]}),
        ("x: pool name that is a prefix of the user id", "Separator", {"poolName": "abc", "userId": "abcdef"}),
    ]:
        yield of("PrivateKey", label, flags, **({"salt": SALT} | PERSON | changes))
    hash_of = lambda password: reference.password_hash(PERSON["poolName"], PERSON["userId"], password)
    for label, holds in [
        ("x: inner hash with a leading zero digit", lambda digest: 1 <= digest[0] < 16),
        ("x: inner hash with a leading zero byte and a set top bit", lambda digest: digest[0] == 0 and digest[1] >= 128),
        ("x: inner hash with two leading zero bytes", lambda digest: digest[:2] == b"\0\0"),
    ]:
        password = case.first(case.numbered("chave {}"), lambda password: holds(hash_of(password)))
        yield of("PrivateKey", label, "LeadingZeroByte", salt=SALT, **(PERSON | {"password": password}))


def passwords():
    for label, flags, password in [
        ("password of one space", "Whitespace", " "),
        ("password with spaces around", "Whitespace", "  senha  "),
        ("password with a no-break space and a tab", "Whitespace", "\u00a0senha\t"),
        ("password composed (NFC)", "Unnormalized NonAscii", "Ação é só Über"),
        ("password decomposed (NFD)", "Unnormalized NonAscii", "Ac\u0327a\u0303o e\u0301 so\u0301 U\u0308ber"),
        ("password with an angstrom sign, which NFC changes", "Unnormalized NonAscii", "\u212bngstr\u00f6m"),
        ("password of full-width letters (NFKC would change them)", "Unnormalized NonAscii", "Ｓｅｎｈａ"),
        ("password with a ligature (NFKC would change it)", "Unnormalized NonAscii", "o\ufb03ce"),
        ("password of emoji", "NonAscii", "\U0001f511\U0001f468\u200d\U0001f469\u200d\U0001f467"),
        ("password with U+FFFD itself", "NonAscii", "a\ufffdb"),
        ("password with a byte order mark", "NonAscii", "\ufeffsenha"),
        ("password with line ends", "Whitespace", "a\r\nb\n"),
        ("password with a colon", "Separator", "a:b:c"),
        ("password in Arabic", "NonAscii", "كلمة السر"),
        ("password in Japanese", "NonAscii", "パスワード"),
        ("password with a Turkish dotless i", "NonAscii", "ıİiI"),
        ("password with a letter of Latin-1", "NonAscii", "senh\u00e3"),
        ("password with a percent sign and a plus sign", "Plain", "100%+1%41"),
        ("password that looks like an escape", "Plain", "\\u0041\\n"),
        ("password of 256 letters", "Plain", "Aa1!" * 64),
    ]:
        yield claim(label, flags, password=password)
    yield claim("password with NUL", "NulCharacter", "acceptable", password="a\0b")
    yield claim("empty password", "EmptyText", "acceptable", password="")


def users_and_pools():
    yield claim("empty user", "EmptyText", "acceptable", userId="")
    yield claim("empty pool name", "EmptyText", "acceptable", poolName="")
    empty = {"poolName": "", "userId": "", "password": "", "secretBlock": "", "timestamp": ""}
    yield claim("everything empty", "EmptyText", "acceptable", **empty)
    yield claim("user with a colon, so that user and password could swap", "Separator", userId="a:b", password="c")
    yield claim("password with a colon, so that user and password could swap", "Separator", userId="a", password="b:c")
    yield claim("pool name and user of one text, split early", "Separator", poolName="ab", userId="cd")
    yield claim("pool name and user of one text, split late", "Separator", poolName="abc", userId="d")
    yield claim("user beyond ASCII", "NonAscii", userId="joão.gonçalves@example.com")
    yield claim("user decomposed (NFD)", "Unnormalized NonAscii", userId="joa\u0303o")
    yield claim("user in upper case", "Plain", userId="JOAO")
    yield claim("user in lower case", "Plain", userId="joao")
    yield claim("user with spaces around", "Whitespace", userId=" ana ")
    yield claim("pool name of digits only", "Plain", poolName="000000000")


def encodings():
    for label, flags, text in [
        ("ASCII", "Plain", "Senha-123"),
        ("two bytes", "NonAscii", "ç\u07ff\u0080"),
        ("three bytes", "NonAscii", "\u0800パ\uffff"),
        ("a surrogate pair", "NonAscii", "\ud83d\udd11"),
        ("NUL, which is one zero byte", "NulCharacter", "\0"),
        ("nothing", "EmptyText", ""),
    ]:
        result = "valid" if flags in ("Plain", "NonAscii") else "acceptable"
        yield of("Utf8", f"UTF-8 of {label}", flags, result, textUtf16=text.encode("utf-16-be", "surrogatepass").hex())
    for label, units in [
        ("a lone high surrogate", "d83d"),
        ("a lone low surrogate", "dd11"),
        ("swapped surrogates", "dd11d83d"),
        ("a high surrogate before a pair", "d83dd83ddd11"),
    ]:
        yield of("Utf8", f"UTF-8 of {label}", "LoneSurrogate", "acceptable", textUtf16=units)


def lone_surrogates():
    for label, changes in [
        ("password with a lone high surrogate", {"password": "a\ud83db"}),
        ("password with a lone low surrogate", {"password": "a\udd11b"}),
        ("password that ends in a lone high surrogate", {"password": "senha\ud83d"}),
        ("password of swapped surrogates", {"password": "\udd11\ud83d"}),
        ("password of two high surrogates and a low one", {"password": "\ud83d\ud83d\udd11"}),
        ("a surrogate pair split between pool name and user", {"poolName": "p\ud83d", "userId": "\udd11u"}),
    ]:
        yield with_utf16(claim(label, "LoneSurrogate", "acceptable", **changes))


def tests():
    for part in (pool_names, private_keys, passwords, users_and_pools, encodings, lone_surrogates):
        yield from part()
