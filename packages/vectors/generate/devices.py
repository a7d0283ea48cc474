"""device-claim.json and device-verifier.json: devices, which sign in with their group key, key and random password."""

import itertools

import case
import reference
from case import DEVICE, SALT, challenge, device_claim, hex_of, test, with_utf16
from reference import write_base64


def claims():
    for number in range(1, 4):
        password = write_base64(case.integer_of(f"device password {number}", 320).to_bytes(40, "big"))
        yield device_claim(f"device sign-in {number}", "Plain", devicePassword=password)
    yield device_claim("device key with the region of its pool, which stays part of it", "DeviceKeys", deviceKey="sa-east-1_" + DEVICE["deviceKey"][10:])
    yield device_claim("device key of another pool", "DeviceKeys", deviceKey="eu-west-2_627477ae-3631-4248-bed9-d2e934100372")
    yield device_claim("device group key without a hyphen", "DeviceKeys", deviceGroupKey="Abc1Defg")
    yield device_claim("device group key with two hyphens", "DeviceKeys", deviceGroupKey="--bc1Defg")
    yield device_claim("device password that is base64 of bytes, which is used as text", "DevicePassword", devicePassword="AAECAwQFBgcICQoLDA0ODw==")
    yield device_claim("device password that is hex, which is used as text", "DevicePassword", devicePassword="00ff" * 10)
    yield device_claim("device password beyond ASCII", "NonAscii", devicePassword="çã\U0001f511")
    yield device_claim("device: salt with its top bit set", "TopBitSet", salt="ff" + SALT[2:])
    yield device_claim("device: salt with a leading zero byte", "LeadingZeroDigits", salt="00" + SALT[2:])
    yield device_claim("device: salt with an odd number of digits", "OddHexLength", salt=SALT[1:])
    yield device_claim("device: salt as ConfirmDevice sent it, with 00 before a set top bit", "LeadingZeroDigits TopBitSet", salt="00" + SALT)
    yield device_claim("device: timestamp of one-digit day", "OneDigitDay", timestamp="Tue Nov 3 04:05:06 UTC 2026")
    yield device_claim("device: secret block whose bytes are not UTF-8", "SecretBlock", secretBlock="wyj//g==")
    yield searched_claim("device: S one byte short", "ShortInteger", "S", lambda S: S < 2**3064)
    yield searched_claim("device: u one byte short", "ShortInteger", "u", lambda u: u < 2**248)


def searched_claim(comment, flags, name, holds):
    """Tries values of B, which the client's x and A do not depend on."""

    fields = challenge(comment, DEVICE, {"B": "1"})[0]
    x = reference.private_key(int(fields["salt"], 16), *DEVICE.values())
    base_of = lambda B: (B - reference.k * case.power_of_g(x)) % reference.N
    a, A = int(fields["a"], 16), case.power_of_g(int(fields["a"], 16))
    for attempt in itertools.count():
        B = case.integer_of(f"{comment}/{attempt}", 3071)
        u = reference.scrambler(A, B)
        if holds(u if name == "u" else pow(base_of(B), a + u * x, reference.N)):
            return device_claim(comment, flags, B=f"{B:x}")


def verifier(comment, flags, result="valid", **changes):
    return test("DeviceVerifier", comment, flags, DEVICE | {"salt": SALT} | changes, result)


def verifiers():
    yield verifier("device", "Plain")
    yield verifier("device: salt with a leading zero byte", "LeadingZeroDigits", salt="00" + SALT[2:])
    yield verifier("device: salt with the high bit set", "TopBitSet SaltOfConfirmDevice", salt="ff" * 16)
    yield verifier("device: salt with the high bit clear", "SaltOfConfirmDevice", salt="7f" + SALT[2:])
    yield verifier("device: salt with a leading zero byte before a set top bit", "LeadingZeroDigits SaltOfConfirmDevice", salt="00f1" + SALT[4:])
    yield verifier("device: salt with an odd number of digits", "OddHexLength", salt=SALT[1:])
    yield verifier("device: salt zero", "ZeroInteger", salt="0")
    yield verifier("device: salt in upper case", "UpperCaseHex", "acceptable", salt=SALT.upper())
    yield verifier("device: empty texts", "EmptyText", "acceptable", deviceGroupKey="", deviceKey="", devicePassword="")
    yield verifier("device: password beyond ASCII", "NonAscii", devicePassword="çã\U0001f511")
    yield verifier("device: another region in the device key", "DeviceKeys", deviceKey="sa-east-1_" + DEVICE["deviceKey"][10:])
    yield verifier("device: password that is hex, which is used as text", "DevicePassword", devicePassword="00ff" * 10)
    drawn = write_base64(case.integer_of("drawn device password", 320).to_bytes(40, "big"))
    yield verifier("device: password of 40 bytes, as SDKs draw it", "Plain", devicePassword=drawn)
    yield verifier("device: password of 40 bytes, salt with its top bit set", "TopBitSet SaltOfConfirmDevice", devicePassword=drawn, salt="ff" + SALT[2:])
    yield verifier("device: password of 40 bytes, salt with a leading zero byte", "LeadingZeroDigits SaltOfConfirmDevice", devicePassword=drawn, salt="007c" + SALT[4:])
    lone = verifier("device: password with a lone surrogate", "LoneSurrogate", "acceptable", devicePassword="çã\U0001f511\ud83d")
    yield with_utf16(lone)
    yield searched("device: verifier one byte short", "ShortInteger", lambda verifier: len(verifier) == 766)
    yield searched("device: verifier with the high bit clear", "Plain", lambda verifier: verifier[0] in "1234567")
    high = lambda verifier: len(verifier) == 768 and verifier[0] in "89abcdef"
    yield searched("device: verifier with the high bit set", "TopBitSet", high)
    yield searched("device: verifier with an odd number of digits", "OddHexLength", lambda verifier: len(verifier) == 767)
    short = lambda verifier: len(verifier) == 766 and verifier[0] in "89abcdef"
    yield searched("device: verifier one byte short with its top bit set", "ShortInteger TopBitSet", short)


def searched(comment, flags, holds):
    for attempt in itertools.count():
        made = verifier(comment, flags, salt=hex_of(f"{comment}/{attempt}", 128))
        if holds(made["expected"]["verifier"]):
            return made
