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
    "EmptyText": flag("EDGE_CASE", "A text is empty. An implementation may refuse the input; otherwise it must compute these values."),
    "LongInput": flag("EDGE_CASE", "A text or number is far longer than Cognito's limits. An implementation may refuse the input; otherwise it must compute these values."),
    # Integers
    "TopBitSet": flag("FUNCTIONALITY", "The first byte of an integer is 80 or greater. padHex puts a byte 00 before this byte, as Java's BigInteger.toByteArray does. An implementation that omits the byte 00 computes other values."),
    "OddHexLength": flag("FUNCTIONALITY", "An integer has an odd number of hex digits. padHex puts one digit 0 before them. An implementation that omits this digit computes other values, or cannot decode the hex text."),
    "ShortInteger": flag("FUNCTIONALITY", "An integer has fewer bytes than usual. padHex does not restore the missing bytes. PAD of RFC 5054, which pads to the length of N, gives other bytes.", RFC5054),
    "ZeroInteger": flag("EDGE_CASE", "An integer is zero. padHex encodes zero as one byte 00."),
    "LeadingZeroDigits": flag("FUNCTIONALITY", "Hex text starts with zeros. The text is an integer, so an implementation drops the zeros before it applies padHex. An implementation that hashes the received text computes other values."),
    "LeadingZeroByte": flag("FUNCTIONALITY", "A hash or a key starts or ends with a zero byte. Hashes and keys are byte strings of fixed length, so an implementation must not drop or add a byte."),
    "UpperCaseHex": flag("EDGE_CASE", "Hex text has upper-case digits, which Cognito does not send. An implementation may refuse the text; otherwise it must read the same integer."),
    "NotHexadecimal": flag("EDGE_CASE", "The text is not a hexadecimal number, for example because of a sign, a prefix or white space. An implementation must refuse the text."),
    "LongSalt": flag("EDGE_CASE", "The salt is longer than Cognito's 16 bytes."),
    "OtherGroup": flag("FUNCTIONALITY", "N or g is not Cognito's. RFC 5054 uses the same 3072-bit prime with g = 5; Cognito uses g = 2, as RFC 3526 section 4.", RFC5054 + "#appendix-A", "https://www.rfc-editor.org/rfc/rfc3526#section-4"),
    "ReductionBoundary": flag("EDGE_CASE", "A number lies next to a boundary of modular reduction, where hand-made arithmetic makes mistakes."),
    # Client's numbers
    "UnusualA": flag("EDGE_CASE", "A client never draws this secret a. An implementation may refuse this a; otherwise it must compute these values."),
    "LongA": flag("EDGE_CASE", "The client's secret a is longer than 256 bits. Several clients draw 1024 bits."),
    "LongB": flag("EDGE_CASE", "The server's secret b is longer than 256 bits."),
    # Challenges
    "SecretBlock": flag("FUNCTIONALITY", "The secret block is base64 of arbitrary bytes. The signed message contains the decoded bytes, not a text."),
    "SecretBlockNotBase64": flag("EDGE_CASE", "The secret block is not base64. RFC 4648 section 3.3 requires a decoder to reject such text.", RFC4648),
    "UnpaddedBase64": flag("EDGE_CASE", "Base64 text lacks its padding. An implementation may refuse the text; otherwise it must decode the same bytes.", RFC4648),
    "KnownMistakes": flag("FUNCTIONALITY", "server-side.json contains the signatures that clients with known mistakes compute for this challenge. If your client computes another signature, search that file for this signature. The flag of the test with this signature names the mistake."),
    "UserIdForSrp": flag("FUNCTIONALITY", "x and the signed message contain USER_ID_FOR_SRP of the challenge, not the name, e-mail address or phone number that the user typed.", FLOW),
    "PoolName": flag("FUNCTIONALITY", "x and the signed message contain only the part of the pool id after the underscore."),
    "DeviceKeys": flag("FUNCTIONALITY", "A device signs in with its whole group key as the pool name and its whole device key as the user id. The region and the underscore in a device key are part of the user id.", DEVICES),
    "DevicePassword": flag("FUNCTIONALITY", "The device password is text. An implementation must not decode it, even if the text looks like base64 or hex.", DEVICES),
    "SaltOfConfirmDevice": flag("FUNCTIONALITY", "ConfirmDevice sends base64 of padHex(salt), which are also the bytes that x hashes. padHex drops leading zero bytes and puts 00 before a set top bit.", DEVICES),
    "UsernameOfChallenge": flag("FUNCTIONALITY", "SECRET_HASH of the answer to a challenge contains USERNAME of the challenge, not the name, e-mail address or phone number that the user typed.", "https://github.com/alexrudd/cognito-srp/issues/1", "https://github.com/qwigo/warrant/issues/74"),
    # Refusals
    "BZeroModuloN": flag("AUTH_BYPASS", "B is a multiple of N. The client must abort (RFC 5054, section 2.5.3).", RFC5054 + "#section-2.5.3"),
    "BNotBelowN": flag("EDGE_CASE", "B is greater than N and not a multiple of N. An honest server never sends such a B. A client may abort; otherwise it must hash the B that it received, and compute these values."),
    "DegenerateBase": flag("EDGE_CASE", "B makes (B - k * g^x) mod N equal to 0, 1 or N - 1, so S has at most two possible values. A client may abort; otherwise it must compute these values."),
    "UZero": flag("AUTH_BYPASS", "u is 0, so x is missing from the exponent of S, and the verifier is enough to compute S. The client must abort (SRP-6a)."),
    "BNotHexadecimal": flag("EDGE_CASE", "SRP_B is not a hexadecimal number. The client must abort, and must not read a part of the text as a number."),
    "SaltNotHexadecimal": flag("EDGE_CASE", "SALT is not a hexadecimal number. The client must abort, and must not read a part of the text as a number."),
    # Texts
    "NonAscii": flag("FUNCTIONALITY", "A text contains characters beyond ASCII, which are encoded as UTF-8."),
    "Unnormalized": flag("FUNCTIONALITY", "Unicode normalization would change the text. An implementation must encode the text as it is, composed (NFC) or decomposed (NFD)."),
    "Whitespace": flag("FUNCTIONALITY", "A text contains white space, which an implementation must not trim or change."),
    "Separator": flag("EDGE_CASE", "Texts are concatenated without a length, so different texts can give the same bytes. An implementation must not add, escape or remove a character."),
    "NulCharacter": flag("EDGE_CASE", "A text contains U+0000. An implementation may refuse the text; otherwise it must encode U+0000 as one zero byte, and must not cut the text there."),
    "LoneSurrogate": flag("EDGE_CASE", "A text of UTF-16 units contains a surrogate without its partner. An implementation may refuse the text; otherwise it must encode the surrogate as U+FFFD, as the Encoding Standard does. A high surrogate at the end of the pool name and a low surrogate at the start of the user id form a pair in x, but not in the signed message.", "https://encoding.spec.whatwg.org/#utf-8-encoder"),
    # HKDF, HMAC, SECRET_HASH
    "KeyLength": flag("FUNCTIONALITY", "Cognito's key has 16 bytes, which are the first half of the first block of HKDF.", RFC5869),
    "HkdfOrder": flag("FUNCTIONALITY", "An implementation may confuse ikm, salt and info of HKDF. These tests exchange two of them.", RFC5869),
    "EmptySalt": flag("EDGE_CASE", "HKDF replaces an empty salt by 32 zero bytes.", RFC5869),
    "LongKey": flag("EDGE_CASE", "A key of HMAC has 64 bytes or more. HMAC hashes keys of more than 64 bytes.", RFC2104),
    "SecretAsText": flag("FUNCTIONALITY", "The client secret is text. An implementation must not decode it, even if the text looks like base64 or hex.", COMPUTE_SECRET_HASH),
    # Timestamps
    "OneDigitDay": flag("FUNCTIONALITY", "The day of the month has one digit, without a leading zero or a second space. Cognito rejects a signature whose timestamp has a leading zero.", "https://github.com/qwigo/warrant/pull/12"),
    "Midnight": flag("FUNCTIONALITY", "The hour after midnight is 00. Some formatters write 24 or 12.", "https://github.com/aws-samples/amazon-cognito-passwordless-auth/issues/145"),
    "HourOf24": flag("FUNCTIONALITY", "Hours count from 00 to 23, without AM or PM."),
    "EnglishNames": flag("FUNCTIONALITY", "The names of weekdays and months are English abbreviations, even if the system has another locale. Run these tests in another locale too.", "https://github.com/NabuCasa/pycognito/issues/122", "https://github.com/soto-project/soto-cognito-authentication-kit/pull/45"),
    "Utc": flag("FUNCTIONALITY", "The text is in UTC, even if the system has another time zone. Run these tests in another time zone too."),
    "Milliseconds": flag("FUNCTIONALITY", "The text has no milliseconds, and the seconds are not rounded."),
    "Calendar": flag("EDGE_CASE", "The moment is on a leap day, at the end of a year, or far in the future."),
    "OtherTimestampFormat": flag("FUNCTIONALITY", "The text is not in the form that Cognito requires, for example Tue Nov 3 04:05:06 UTC 2026. A server must reject the claim. Cognito's error message says: TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english. Cognito calls the signature wrong if the day has a leading zero.", "https://github.com/amazon-archives/amazon-cognito-identity-js/issues/683", "https://github.com/qwigo/warrant/pull/12"),
    "OtherWeekday": flag("EDGE_CASE", "The weekday does not match the date. Cognito's documentation does not say whether Cognito accepts such a text, so a server may accept or reject it."),
    # Server
    "WrongPassword": flag("AUTH_BYPASS", "The client signed with another password. The server must reject the claim."),
    "ModifiedClaim": flag("AUTH_BYPASS", "A value that the server received or stored differs from the value that the client signed. The server must reject the claim."),
    "MalformedSignature": flag("AUTH_BYPASS", "The signature is not base64 of the right 32 bytes. The server must reject the claim, and should compare the whole signature in constant time."),
    "AZeroModuloN": flag("AUTH_BYPASS", "A is a multiple of N, so S is 0 for every password. The server must abort (RFC 5054, section 2.5.4). The signature is right for S = 0, so a server that omits this check accepts a client without the password.", RFC5054 + "#section-2.5.4"),
    "ANotHexadecimal": flag("EDGE_CASE", "SRP_A is not a hexadecimal number. The server must reject the claim."),
    "ANotBelowN": flag("EDGE_CASE", "A is greater than N and not a multiple of N. A server may reject the claim; otherwise it must hash the A that it received, and accept the claim."),
    "MistakeInK": flag("FUNCTIONALITY", "The client computed k in another way. If your client computes this signature, check how your client computes k."),
    "MistakeInU": flag("FUNCTIONALITY", "The client computed u in another way. If your client computes this signature, check how your client computes u."),
    "MistakeInX": flag("FUNCTIONALITY", "The client computed x in another way. If your client computes this signature, check how your client computes x."),
    "MistakeInKey": flag("FUNCTIONALITY", "The client derived the key in another way. If your client computes this signature, check how your client uses HKDF."),
    "MistakeInMessage": flag("FUNCTIONALITY", "The client signed another message or used another MAC. If your client computes this signature, check the last step of your client."),
    "PoolIdForPoolName": flag("FUNCTIONALITY", "The client used the whole pool id instead of the part after the underscore."),
    "AliasForUserId": flag("FUNCTIONALITY", "The client used the name that the user typed instead of USER_ID_FOR_SRP."),
    "SecretBlockAsText": flag("FUNCTIONALITY", "The client signed the base64 text of the secret block instead of its bytes."),
}
