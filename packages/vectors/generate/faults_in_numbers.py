"""Mistakes of other projects in the numbers and bytes of SRP. They were collected before the set was run against them."""

from fault import fault
from mistakes import raw, rfc_pad

FLOCI = "https://github.com/floci-io/floci/commit/5e17eb90adcfeca4abc511e6bcad39c2e00ac52e"
SOTO = "https://github.com/soto-project/soto-cognito-authentication-kit/commit"


def change_k(reference, types, encode):
    compute = lambda N, g: reference.integer(reference.sha256(encode(N) + encode(g)))
    reference.k = compute(reference.N, reference.g)
    types.COMPUTE["Multiplier"] = lambda N, g: {"k": f"{compute(int(N, 16), int(g, 16)):x}"}


@fault("The server pads N and g to 384 bytes when it computes k, as in RFC 5054.", "floci", FLOCI, is_server=True)
def k_padded_to_length_of_N(reference, types):
    change_k(reference, types, rfc_pad)


@fault(
    "When the server computes k, it hashes N without the leading 00 byte, although the top bit of N is set.",
    "fakecloud",
    "https://github.com/faiscadev/fakecloud/pull/2389",
    is_server=True,
)
def k_without_padding(reference, types):
    change_k(reference, types, raw)


@fault("The server pads A and B to 384 bytes when it computes u, as in RFC 5054.", "floci", FLOCI, is_server=True)
def u_padded_to_length_of_N(reference, types):
    reference.scrambler = lambda A, B: reference.integer(reference.sha256(rfc_pad(A) + rfc_pad(B)))


@fault(
    "When the client computes u, it hashes A and B without a leading 00 byte, even if the top bit is set.",
    "soto-cognito",
    f"{SOTO}/b8ff67a",
)
def u_without_padding(reference, types):
    reference.scrambler = lambda A, B: reference.integer(reference.sha256(raw(A) + raw(B)))


@fault(
    "The client hashes A and B as hexadecimal text when it computes u.",
    "pysrp",
    "https://github.com/cocagne/pysrp/issues/21",
)
def u_of_hex_text(reference, types):
    reference.scrambler = lambda A, B: reference.integer(reference.sha256(f"{A:x}{B:x}".encode()))


@fault("The client does not abort if u is 0.", "1Password srp", "https://github.com/1Password/srp/issues/4")
def u_not_checked(reference, types):
    def premaster_secret(a, B, u, x):
        B, a, u, x = reference.read_B(B), int(a, 16), int(u, 16), int(x, 16)
        return {"S": f"{reference.pow(reference.premaster_base(B, x), a + u * x, reference.N):x}"}

    types.COMPUTE["PremasterSecret"] = premaster_secret


@fault("The client does not abort if B % N is 0.", "1Password srp", "https://github.com/1Password/srp/issues/3")
def B_not_checked(reference, types):
    reference.read_B = lambda B: reference.read_hex(B, "BNotHexadecimal")


@fault(
    "The client refuses B = 0, but accepts other multiples of N.",
    "cognito-srp-helper",
    "https://github.com/simonmcallister0210/cognito-srp-helper/commit/a00d734",
)
def B_checked_as_text(reference, types):
    def read_B(B):
        if not B.lstrip("0"):
            raise reference.Refused("BZeroModuloN")
        return reference.read_hex(B, "BNotHexadecimal")

    reference.read_B = read_B


@fault(
    "The server refuses A = 0, but accepts other multiples of N.",
    "cyrus-sasl",
    "https://github.com/cyrusimap/cyrus-sasl/issues/896",
    is_server=True,
)
def A_checked_without_modulus(reference, types):
    class Number(int):
        def __mod__(self, modulus):
            return self if modulus == reference.N else int.__mod__(self, modulus)

    read_hex = reference.read_hex
    reference.read_hex = lambda text, flag: Number(read_hex(text, flag))


def change_salt(reference, types, encode):
    """Replaces the bytes that x hashes for the salt. `encode` takes the text of the salt."""
    class Salt(int):
        def __new__(cls, text, base=16):
            self = int.__new__(cls, text, base)
            self.text = text
            return self

    read_hex, private_key = reference.read_hex, types.private_key

    def read_hex_or_salt(text, flag):
        number = read_hex(text, flag)
        return Salt(text) if flag.startswith("Salt") else number

    reference.read_hex = read_hex_or_salt
    reference.private_key = lambda salt, *person: reference.integer(
        reference.sha256(encode(salt.text) + reference.password_hash(*person))
    )
    types.private_key = types.COMPUTE["PrivateKey"] = lambda salt, **person: private_key(salt=Salt(salt), **person)
    types.int = lambda value, base: value if isinstance(value, Salt) else int(value, base)


@fault(
    "When the server computes x, it hashes the decoded bytes of the salt without padHex.",
    "floci",
    FLOCI,
    is_server=True,
)
def salt_bytes_as_received(reference, types):
    change_salt(reference, types, bytes.fromhex)


@fault("The client hashes the salt as hexadecimal text.", "soto-cognito", f"{SOTO}/997bfe3")
def salt_as_text(reference, types):
    change_salt(reference, types, str.encode)


@fault(
    "If a minus sign precedes the salt, the client sets the top bit of the salt instead of refusing it.",
    "amazon-cognito-identity-dart-2",
    "https://github.com/furaiev/amazon-cognito-identity-dart-2/pull/20",
)
def salt_with_minus_sign(reference, types):
    read_hex = reference.read_hex

    def read_signed(text, flag):
        if flag.startswith("Salt") and text.startswith("-"):
            return read_hex(text[1:], flag) | 1 << 127
        return read_hex(text, flag)

    reference.read_hex = read_signed


def change_key(reference, key):
    derived = lambda S, u: (reference.hkdf(reference.pad(S), reference.pad(u), reference.KEY_INFO, 16)[0], key(S, u))
    reference.session_key = derived


@fault(
    "The server interleaves hashes of the even and the odd bytes of S, and does not use u in HKDF.",
    "floci",
    FLOCI,
    is_server=True,
)
def key_of_interleaved_hash(reference, types):
    def key(S, u):
        even, odd = (reference.sha256(rfc_pad(S)[start::2]) for start in (0, 1))
        interleaved = bytes(byte for pair in zip(even, odd) for byte in pair)
        return reference.hkdf(interleaved, bytes(32), reference.KEY_INFO, 16)[1]

    change_key(reference, key)


@fault("The server uses 32 bytes of HKDF output as the key instead of 16.", "floci", FLOCI, is_server=True)
def key_of_32_bytes(reference, types):
    change_key(reference, lambda S, u: reference.hkdf(reference.pad(S), reference.pad(u), reference.KEY_INFO, 32)[1])


@fault("The server applies HKDF a second time to the key.", "floci", FLOCI, is_server=True)
def key_derived_twice(reference, types):
    session_key = reference.session_key
    change_key(reference, lambda S, u: reference.hkdf(session_key(S, u)[1], bytes(32), reference.KEY_INFO, 16)[1])


@fault(
    "The client passes S and u to HKDF without a leading 00 byte, even if the top bit is set.",
    "soto-cognito",
    f"{SOTO}/b8ff67a",
)
def hkdf_without_padding(reference, types):
    reference.session_key = lambda S, u: reference.hkdf(raw(S), raw(u), reference.KEY_INFO, 16)


@fault(
    "The client hashes a device password with a stray grave accent before the device group key.",
    "amazon-cognito-identity-dart-2",
    "https://github.com/furaiev/amazon-cognito-identity-dart-2/commit/e41409e",
)
def stray_character_in_device_verifier(reference, types):
    compute = reference.device_verifier
    types.COMPUTE["DeviceVerifier"] = lambda deviceGroupKey, **fields: compute("`" + deviceGroupKey, **fields)


@fault(
    "When the client enrols a device, it omits the leading 00 byte of the salt, even if the top bit is set.",
    "aws-sdk-net-extensions-cognito",
    "https://github.com/aws/aws-sdk-net-extensions-cognito/commit/4334712",
)
def device_salt_without_padding(reference, types):
    compute = reference.device_verifier
    pad = reference.pad

    def device_verifier(salt, **fields):
        reference.pad = lambda n: raw(n) if n == int(salt, 16) else pad(n)
        try:
            return compute(salt=salt, **fields)
        finally:
            reference.pad = pad

    types.COMPUTE["DeviceVerifier"] = device_verifier


@fault("The client draws only 16 random bits for the secret a.", "aws-sdk-net", "https://github.com/aws/aws-sdk-net/issues/887")
def a_of_16_bits(reference, types):
    """Every test gives a, so nothing changes."""
