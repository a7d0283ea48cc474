"""Mistakes of other projects in names, passwords, timestamps and signatures. They were collected before the set was run against them."""

import unicodedata

from fault import fault

SOTO = "https://github.com/soto-project/soto-cognito-authentication-kit/commit"


def change_user_text(reference, types, of_password=lambda text: text, encode=None):
    """Replaces the text, or the bytes, of the password in x."""
    encode = encode or reference.utf8
    reference.password_hash = lambda pool_name, user_id, password: reference.sha256(
        reference.utf8(f"{pool_name}{user_id}:") + encode(of_password(password))
    )


@fault(
    "The client trims white space from the password.",
    "platform-forms-client",
    "https://github.com/cds-snc/platform-forms-client/issues/5635",
)
def password_trimmed(reference, types):
    change_user_text(reference, types, of_password=str.strip)


@fault(
    "The client normalizes the password to NFKC.",
    "synapse",
    "https://github.com/matrix-org/synapse/issues/3306",
    note="This normalization is correct in Synapse, which stores its own passwords.",
)
def password_normalized(reference, types):
    change_user_text(reference, types, of_password=lambda text: unicodedata.normalize("NFKC", text))


@fault(
    "The client hashes only the low byte of each character of the password instead of its UTF-8 bytes.",
    "srp_js",
    "https://github.com/leapcode/srp_js/pull/4",
)
def password_without_utf8(reference, types):
    change_user_text(reference, types, encode=lambda text: bytes(ord(character) & 255 for character in text))


@fault(
    "The client computes x and the signed message from the name that the user typed instead of USER_ID_FOR_SRP.",
    "cognito-srp-helper",
    "https://github.com/simonmcallister0210/cognito-srp-helper/issues/26",
)
def typed_name_in_x(reference, types):
    respond = reference.challenge_responses
    types.COMPUTE["PasswordVerifierChallenge"] = lambda username, challengeParameters, **fields: respond(
        username=username, challengeParameters=challengeParameters | {"USER_ID_FOR_SRP": username}, **fields
    )


@fault(
    "The client computes the SECRET_HASH of a challenge response from the name that the user typed.",
    "cognito-srp",
    "https://github.com/alexrudd/cognito-srp/issues/1",
)
def typed_name_in_secret_hash(reference, types):
    types.COMPUTE["ChallengeSecretHash"] = lambda clientSecret, clientId, username, challengeParameters: (
        reference.secret_hash(clientSecret, username, clientId)
    )


@fault(
    "The client encodes the username for SECRET_HASH as ASCII, and throws for other characters.",
    "aws-sdk-ios",
    "https://github.com/aws-amplify/aws-sdk-ios/issues/679",
)
def secret_hash_of_ascii(reference, types):
    compute = reference.secret_hash
    types.COMPUTE["SecretHash"] = lambda username, **fields: compute(
        username=username.encode("ascii").decode(), **fields
    )


@fault(
    "The server signs the whole pool id instead of the part after the underscore.",
    "floci",
    "https://github.com/floci-io/floci/pull/358",
    is_server=True,
)
def pool_id_in_message(reference, types):
    signed_message = reference.signed_message
    reference.signed_message = lambda poolName, **fields: signed_message("us-east-1_" + poolName, **fields)


def change_timestamp(reference, types, change):
    compute = reference.timestamp
    reference.timestamp = types.COMPUTE["Timestamp"] = lambda nowMs: {"timestamp": change(compute(nowMs)["timestamp"])}


@fault("The client writes a one-digit day with a leading zero.", "warrant", "https://github.com/qwigo/warrant/pull/12")
def day_with_zero(reference, types):
    def change(text):
        weekday, month, day, rest = text.split(" ", 3)
        return f"{weekday} {month} {day:0>2} {rest}"

    change_timestamp(reference, types, change)


@fault(
    "The client writes weekdays and months in the system language.",
    "pycognito",
    "https://github.com/NabuCasa/pycognito/issues/122",
    note="The copy under test writes Portuguese names.",
)
def names_in_language_of_system(reference, types):
    reference.WEEKDAYS = "seg ter qua qui sex sáb dom".split()
    reference.MONTHS = "jan fev mar abr mai jun jul ago set out nov dez".split()


@fault(
    "The client writes the hour after midnight as 24 instead of 00.",
    "amazon-cognito-passwordless-auth",
    "https://github.com/aws-samples/amazon-cognito-passwordless-auth/issues/145",
)
def hour_24(reference, types):
    change_timestamp(reference, types, lambda text: text.replace(" 00:", " 24:"))


@fault("The client writes GMT instead of UTC.", "soto-cognito", f"{SOTO}/f1dbe06")
def gmt_instead_of_utc(reference, types):
    change_timestamp(reference, types, lambda text: text.replace("UTC", "GMT"))


@fault(
    "The client writes the local time instead of UTC.",
    "amazon-cognito-identity-js",
    "https://github.com/amazon-archives/amazon-cognito-identity-js/issues/683",
    note="The copy under test writes the time in India.",
)
def local_time(reference, types):
    compute = reference.timestamp
    local = lambda nowMs: {"timestamp": compute(nowMs + 19_800_000)["timestamp"].replace("UTC", "IST")}
    reference.timestamp = types.COMPUTE["Timestamp"] = local


@fault(
    "The server accepts every signature.",
    "floci",
    "https://github.com/floci-io/floci/issues/284",
    is_server=True,
)
def every_signature_accepted(reference, types):
    class Hmac:
        new = reference.hmac.new
        compare_digest = staticmethod(lambda received, computed: True)

    reference.hmac = Hmac


@fault(
    "The server compares signatures with an operator that stops at the first different byte.",
    "fakecloud",
    "https://github.com/faiscadev/fakecloud/pull/1961",
    is_server=True,
)
def comparison_that_stops_early(reference, types):
    class Hmac:
        new = reference.hmac.new
        compare_digest = staticmethod(lambda received, computed: received == computed)

    reference.hmac = Hmac
