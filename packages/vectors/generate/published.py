"""Tests from values that other implementations and standards publish. sources/*.json keep these values with their origin."""

import json
import pathlib

from case import NOON, SALT, secret_block_of, test

SOURCES = pathlib.Path(__file__).parent / "sources"
VECTORS = {
    vector["id"]: vector
    for file in ("published.json", "rfc.json")
    for vector in json.loads((SOURCES / file).read_text(encoding="utf-8"))["vectors"]
}

# Group type and file of each kind, and the test's names for the fields of the source.
KINDS = {
    "group": "Multiplier",
    "publicValue": "PublicValue",
    "scrambler": "Scrambler",
    "passwordHash": "PrivateKey",
    "passwordClaim": "PasswordClaim",
    "deviceVerifier": "DeviceVerifier",
    "secretHash": "SecretHash",
    "hkdf": "Hkdf",
    "srp": "Rfc5054",
    "timestamp": "Timestamp",
}
FILES = {
    "Multiplier": "padding",
    "PublicValue": "password-claim",
    "Scrambler": "padding",
    "PrivateKey": "names",
    "PasswordClaim": "password-claim",
    "DeviceClaim": "device-claim",
    "DeviceVerifier": "device-verifier",
    "SecretHash": "secret-hash",
    "Hkdf": "key-derivation",
    "Rfc5054": "rfc5054",
    "Timestamp": "timestamps",
}
DEVICE_NAMES = {"poolName": "deviceGroupKey", "userId": "deviceKey", "password": "devicePassword"}
COMMENTS = {
    "constants": "k of Cognito's group",
    "go-A": "A from Go",
    "go-signature": "claim from Go, whose tests contain its key and its signature",
    "go-secret-hash": "secret hash from Go",
    "go-hkdf": "key from Go, with its ikm and salt",
    "go-u": "u from Go",
    "helper-passwordHash": "inner hash of x from cognito-srp-helper",
    "helper-secretHash": "secret hash from cognito-srp-helper",
    "helper-A": "A from cognito-srp-helper",
    "helper-signature": "signature from cognito-srp-helper",
    "helper-device-verifier": "device verifier from cognito-srp-helper",
    "helper-device-signature": "device signature from cognito-srp-helper, with the salt that jsbn reads from the base64 text AOuW as if it were hex",
    "dotnet-claim": "claim from .NET, which its source calls a known working claim; a has 8186 bits",
    "dotnet-authkey": "key from .NET, whose source has neither secret block nor timestamp",
    "dotnet-secret-hash": "secret hash from .NET",
    "dotnet-device-hash": "inner hash of x of a device from .NET",
    "rfc5054-b": "RFC 5054, Appendix B",
    "rfc5869-1": "RFC 5869, Appendix A.1",
    "rfc5869-2": "RFC 5869, Appendix A.2",
    "rfc5869-3": "RFC 5869, Appendix A.3",
}


def converted(vector):
    """Type, input and published values of a source's vector, with the names of the test files."""
    group_type, fields, values = KINDS[vector["kind"]], dict(vector["input"]), dict(vector["output"])
    if vector["kind"] == "group":
        fields, values = {"N": values["N"], "g": values["g"]}, {"k": values["k"]}
    if vector["kind"] == "passwordHash":
        fields, values = fields | {"salt": SALT}, {"passwordHash": values["hash"]}
    if vector["id"] == "helper-device-signature":
        group_type = "DeviceClaim"
        fields = {DEVICE_NAMES.get(name, name): value for name, value in fields.items()}
    if vector["id"] == "dotnet-authkey":
        fields |= {"secretBlock": secret_block_of("dotnet-authkey"), "timestamp": NOON}
    if vector["id"] == "go-authkey":
        signed = VECTORS["go-signature"]["input"]
        fields |= {name: signed[name] for name in ("secretBlock", "timestamp")}
    return group_type, fields, values


def source_of(vector):
    """Name and version of the origin, and everything else that the source file says about it."""
    origin = vector["source"]
    for name, version, details in [
        ("RFC 5054", "Appendix B", "1024-bit group, SHA-1, PAD to the length of N"),
        ("RFC 5869", "Appendix A", None),
        ("npm amazon-cognito-identity-js", "6.3.21", None),
    ]:
        if origin.startswith(name):
            details = details or (origin.split(": ", 1)[1] if ": " in origin else None)
            return {"name": name.replace("npm ", ""), "version": version} | ({"details": details} if details else {})
    name, rest = origin.split("@", 1)
    version, details = rest.split(":", 1)
    return {"name": name, "version": version, "details": details}


def tests_of(file):
    """(source, test) for each published test of one file."""
    for identifier, vector in VECTORS.items():
        group_type, fields, values = converted(vector)
        if FILES[group_type] != file or identifier == "go-authkey":
            continue
        if identifier == "go-signature":
            values |= VECTORS["go-authkey"]["output"]
        comment = COMMENTS.get(identifier, f"{vector['input'].get('nowMs')} ms since 1970")
        made = test(group_type, comment, "Published", fields, published=sorted(values))
        yield source_of(vector), made
