"""long-inputs.json: texts and numbers of 100 kB, far beyond the limits of Cognito."""

from case import DEVICE, SALT, claim, of

LONG = "palavra-" * 12_500


def tests():
    yield claim("password of 100 kB", "LongInput", "acceptable", password=LONG)
    yield claim("password of 100 kB beyond ASCII", "LongInput NonAscii", "acceptable", password="çã" * 25_000)
    yield claim("user of 100 kB", "LongInput", "acceptable", userId=LONG)
    yield claim("secret block of 100 kB", "LongInput SecretBlock", "acceptable", secretBlock="QUJD/+01" * 12_500)
    yield claim("salt of 4096 digits", "LongInput", "acceptable", salt="c0ffee42" * 512)
    yield claim("B of 100,000 digits", "LongInput BNotBelowN", "acceptable", B="f" * 100_000)
    fields = DEVICE | {"salt": SALT, "devicePassword": LONG}
    yield of("DeviceVerifier", "device: password of 100 kB", "LongInput", "acceptable", **fields)
