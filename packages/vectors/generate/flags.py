"""What each flag means. `bugType` says what an implementation that fails risks, in the words of Wycheproof."""

RFC5054 = "https://www.rfc-editor.org/rfc/rfc5054"
RFC4648 = "https://www.rfc-editor.org/rfc/rfc4648#section-3.3"
RFC5869 = "https://www.rfc-editor.org/rfc/rfc5869"
RFC2104 = "https://www.rfc-editor.org/rfc/rfc2104"
COMPUTE_SECRET_HASH = "https://docs.aws.amazon.com/cognito/latest/developerguide/signing-up-users-in-your-app.html#cognito-user-pools-computing-secret-hash"
DEVICES = "https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-device-tracking.html"
FLOW = "https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html"


def flag(bug_type, description, *links):
    return {"bugType": bug_type, "description": description} | ({"links": list(links)} if links else {})


FLAGS = {
    # Every file
    "Plain": flag("BASIC", "Ordinary values without a special case."),
    "Published": flag("BASIC", "Another implementation or a standard publishes the values that `published` lists. The reference computed the other values."),
    "EmptyText": flag("EDGE_CASE", "A text is empty. An implementation may refuse an empty text; otherwise it must compute these values."),
    "LongInput": flag("EDGE_CASE", "A text or number is far longer than any that Cognito sends or accepts. An implementation may refuse it; otherwise it must compute these values."),
    # Integers
    "TopBitSet": flag("FUNCTIONALITY", "The first byte of an integer is 80 or greater. padHex puts a byte 00 before it, as in Java's BigInteger.toByteArray. Without this byte, about half of all sign-ins fail."),
    "OddHexLength": flag("FUNCTIONALITY", "An integer has an odd number of hex digits. padHex puts one 0 before it. Without this digit, about one sign-in in 16 fails or throws."),
    "ShortInteger": flag("FUNCTIONALITY", "An integer has fewer bytes than usual. padHex does not restore the missing bytes: it is not PAD of RFC 5054, which pads to the length of N.", RFC5054),
    "ZeroInteger": flag("EDGE_CASE", "An integer is zero. padHex encodes zero as one byte 00."),
    "LeadingZeroDigits": flag("FUNCTIONALITY", "Hex text starts with zeros. The text is an integer: drop the zeros, then apply padHex. An implementation that hashes the received text itself computes other values."),
    "LeadingZeroByte": flag("FUNCTIONALITY", "A hash or a key contains a zero byte at its start or end. Hashes and keys are byte strings of fixed length; no byte is dropped or added."),
    "UpperCaseHex": flag("EDGE_CASE", "Hex text has upper-case digits, which Cognito does not send. An implementation may refuse them; otherwise it must read them as the same integer."),
    "NotHexadecimal": flag("EDGE_CASE", "The text is not a hexadecimal number, for example because of a sign, a prefix or white space. An implementation must refuse it."),
    "LongSalt": flag("EDGE_CASE", "The salt is longer than Cognito's 16 bytes."),
    "OtherGroup": flag("FUNCTIONALITY", "N or g is not Cognito's. RFC 5054 uses the same 3072-bit prime with g = 5; Cognito uses g = 2, as RFC 3526 section 4.", RFC5054 + "#appendix-A", "https://www.rfc-editor.org/rfc/rfc3526#section-4"),
    "ReductionBoundary": flag("EDGE_CASE", "A number lies next to a boundary of modular reduction, where hand-made arithmetic makes mistakes."),
    # Client's numbers
    "UnusualA": flag("EDGE_CASE", "The client's secret a is one that no client draws. An implementation may refuse it; otherwise it must compute these values."),
    "LongA": flag("EDGE_CASE", "The client's secret a is longer than 256 bits. Several clients draw 1024 bits."),
    "LongB": flag("EDGE_CASE", "The server's secret b is longer than 256 bits."),
    # Challenges
    "SecretBlock": flag("FUNCTIONALITY", "The secret block is base64 of any bytes. The signed message contains the decoded bytes, never text."),
    "SecretBlockNotBase64": flag("EDGE_CASE", "The secret block is not base64. RFC 4648 section 3.3 requires that a decoder refuses it.", RFC4648),
    "UnpaddedBase64": flag("EDGE_CASE", "Base64 text lacks its padding. An implementation may refuse it; otherwise it must decode the same bytes.", RFC4648),
    "UserIdForSrp": flag("FUNCTIONALITY", "x and the signed message contain USER_ID_FOR_SRP of the challenge, not the name, e-mail address or phone number that the user typed.", FLOW),
    "PoolName": flag("FUNCTIONALITY", "x and the signed message contain only the part of the pool id after the underscore."),
    "DeviceKeys": flag("FUNCTIONALITY", "A device signs in with its whole group key as pool name and its whole key as user id. The region and the underscore in a device key stay.", DEVICES),
    "DevicePassword": flag("FUNCTIONALITY", "The device password is text. An implementation must not decode it, even if it looks like base64 or hex.", DEVICES),
    "SaltOfConfirmDevice": flag("FUNCTIONALITY", "ConfirmDevice sends base64 of padHex(salt), the bytes that x hashes, so 00 comes before a set top bit and leading zero bytes are dropped.", DEVICES),
    # Refusals
    "BZeroModuloN": flag("AUTH_BYPASS", "B is a multiple of N. The client must abort (RFC 5054, section 2.5.3).", RFC5054 + "#section-2.5.3"),
    "BNotBelowN": flag("EDGE_CASE", "B is greater than N and not a multiple of it. No honest server sends such a B. A client may abort; otherwise it must hash the B that it received, and compute these values."),
    "DegenerateBase": flag("EDGE_CASE", "B makes (B - k * g^x) mod N equal to 0, 1 or N - 1, so S has at most two possible values. A client may abort; otherwise it must compute these values."),
    "UZero": flag("AUTH_BYPASS", "u is 0, so S does not depend on the password. The client must abort (SRP-6a)."),
    "BNotHexadecimal": flag("EDGE_CASE", "SRP_B is not a hexadecimal number. The client must abort, and not read a part of the text as a number."),
    "SaltNotHexadecimal": flag("EDGE_CASE", "SALT is not a hexadecimal number. The client must abort, and not read a part of the text as a number."),
    # Texts
    "NonAscii": flag("FUNCTIONALITY", "A text contains characters beyond ASCII, which are encoded as UTF-8."),
    "Unnormalized": flag("FUNCTIONALITY", "Unicode normalization would change the text. Texts are encoded as they are, composed (NFC) or decomposed (NFD)."),
    "Whitespace": flag("FUNCTIONALITY", "A text contains white space, which an implementation must not trim or change."),
    "Separator": flag("EDGE_CASE", "Two texts are concatenated without a length or an escape, so a colon or a moved letter must stay where it is."),
    "NulCharacter": flag("EDGE_CASE", "A text contains U+0000. An implementation may refuse it; otherwise it must encode it as one zero byte, and not end the text there."),
    "LoneSurrogate": flag("EDGE_CASE", "A text of UTF-16 units contains a surrogate without its partner, so it is not Unicode text. An implementation may refuse it; otherwise it must encode the surrogate as U+FFFD, as the Encoding Standard does.", "https://encoding.spec.whatwg.org/#utf-8-encoder"),
    # HKDF, HMAC, SECRET_HASH
    "KeyLength": flag("FUNCTIONALITY", "Cognito's key has 16 bytes: the first half of the first block of HKDF.", RFC5869),
    "HkdfOrder": flag("FUNCTIONALITY", "The roles of ikm, salt and info of HKDF are easily exchanged.", RFC5869),
    "EmptySalt": flag("EDGE_CASE", "An empty salt of HKDF is 32 zero bytes.", RFC5869),
    "LongKey": flag("EDGE_CASE", "A key of HMAC has 64 bytes or more: HMAC hashes keys of more than 64 bytes.", RFC2104),
    "SecretAsText": flag("FUNCTIONALITY", "The client secret is text. An implementation must not decode it, even if it looks like base64 or hex.", COMPUTE_SECRET_HASH),
    # Timestamps
    "OneDigitDay": flag("FUNCTIONALITY", "The day of the month has one digit, without a zero or a second space. Cognito rejects the signature over another form.", "https://github.com/qwigo/warrant/pull/12"),
    "Midnight": flag("FUNCTIONALITY", "The hour after midnight is 00. Some formatters write 24 or 12.", "https://github.com/aws-samples/amazon-cognito-passwordless-auth/issues/145"),
    "HourOf24": flag("FUNCTIONALITY", "Hours count from 00 to 23, without AM or PM."),
    "EnglishNames": flag("FUNCTIONALITY", "Names of weekdays and months are English abbreviations, in every locale of the system. Run these tests in another locale too.", "https://github.com/NabuCasa/pycognito/issues/122", "https://github.com/soto-project/soto-cognito-authentication-kit/pull/45"),
    "Utc": flag("FUNCTIONALITY", "The moment is in UTC, in every time zone of the system. Run these tests in another time zone too."),
    "Milliseconds": flag("FUNCTIONALITY", "Milliseconds are cut, not rounded."),
    "Calendar": flag("EDGE_CASE", "Leap days, ends of years, and moments far in the future."),
    "OtherTimestampFormat": flag("FUNCTIONALITY", "The text differs from the only form that Cognito's clients send, for example Tue Nov 3 04:05:06 UTC 2026. Cognito rejects such a claim: its error message asks for EEE MMM d HH:mm:ss z yyyy in english, and a padded day makes the signature wrong.", "https://github.com/amazon-archives/amazon-cognito-identity-js/issues/683", "https://github.com/qwigo/warrant/pull/12"),
    "OtherWeekday": flag("EDGE_CASE", "The weekday is not that of the date. It is not documented how Cognito treats such a text."),
    # Server
    "WrongPassword": flag("AUTH_BYPASS", "The client signed with another password. The server must reject the claim."),
    "ModifiedClaim": flag("AUTH_BYPASS", "The server received or knows another value than the one that the client signed. The server must reject the claim."),
    "MalformedSignature": flag("AUTH_BYPASS", "The signature is not the base64 text of the right 32 bytes. The server must reject the claim, and compare whole signatures in constant time."),
    "AZeroModuloN": flag("AUTH_BYPASS", "A is a multiple of N, so S is 0 for every password. The server must abort (RFC 5054, section 2.5.4). The signature is right for S = 0.", RFC5054 + "#section-2.5.4"),
    "ANotHexadecimal": flag("EDGE_CASE", "SRP_A is not a hexadecimal number. The server must reject it."),
    "ANotBelowN": flag("EDGE_CASE", "A is greater than N and not a multiple of it. A server may reject it; otherwise it must hash the A that it received, and accept the claim."),
    "MistakeInK": flag("FUNCTIONALITY", "A client computed k in another way. If your client's signature is this one, look at k."),
    "MistakeInU": flag("FUNCTIONALITY", "A client computed u in another way. If your client's signature is this one, look at u."),
    "MistakeInX": flag("FUNCTIONALITY", "A client computed x in another way. If your client's signature is this one, look at x."),
    "MistakeInKey": flag("FUNCTIONALITY", "A client derived the key in another way. If your client's signature is this one, look at HKDF."),
    "MistakeInMessage": flag("FUNCTIONALITY", "A client signed another message, or used another MAC. If your client's signature is this one, look at the last step."),
    "PoolIdForPoolName": flag("FUNCTIONALITY", "A client used the whole pool id instead of the part after the underscore."),
    "AliasForUserId": flag("FUNCTIONALITY", "A client used the name that the user typed instead of USER_ID_FOR_SRP."),
    "SecretBlockAsText": flag("FUNCTIONALITY", "A client signed the base64 text of the secret block instead of its bytes."),
}
