"""Recomputes every test of ../testvectors with reference.py, and compares the files with SHA256SUMS.

    python3 verify.py            exits with status 1 if anything differs
    python3 verify.py --digests  first writes SHA256SUMS, after a deliberate change
"""

import hashlib
import json
import pathlib
import random
import sys

import published
import reference
from group_types import COMPUTE, text_of_utf16

FOLDER = pathlib.Path(__file__).parent
TESTS = FOLDER.parent / "testvectors"
SOURCES = FOLDER / "sources"
DIGESTS = FOLDER / "SHA256SUMS"
NUMBER_OF_TESTS = 551
PRIME_ROUNDS = 20

# Flags of acceptable tests: the reason for which an implementation may refuse the input.
ACCEPTABLE = set(
    "EmptyText LongInput UpperCaseHex UnusualA UnpaddedBase64 BNotBelowN DegenerateBase NulCharacter LoneSurrogate"
    " OtherWeekday ANotBelowN".split()
)
NAMES_OF_PERSON = {
    "PasswordClaim": ("poolName", "userId", "password"),
    "DeviceClaim": ("deviceGroupKey", "deviceKey", "devicePassword"),
}


def require(holds, sentence):
    if not holds:
        raise ValueError(sentence)


def check(group_type, test):
    """Raises an exception if anything about one test is wrong."""
    refused = None
    computed = {}
    try:
        computed = COMPUTE[group_type](**test["input"])
    except reference.Refused as reason:
        refused = str(reason)
    if test["result"] == "invalid":
        require(refused, "the reference accepts it")
        rejections = {"WrongSignature", "SignatureNotBase64"}
        require(refused in test["flags"] or (group_type == "ServerClaim" and refused in rejections), f"refused as {refused}")
        require("expected" not in test, "an invalid test has no expected values")
        return
    require(refused is None, f"the reference refuses it: {refused}")
    differences = [name for name in test["expected"] if test["expected"][name] != computed.get(name)]
    require(not differences, f"other values: {differences}")
    require(set(computed) == set(test["expected"]), "values are missing")
    acceptable = ACCEPTABLE & set(test["flags"])
    require(bool(acceptable) == (test["result"] == "acceptable"), "the result does not match the flags")
    require(may_refuse(group_type, test["input"]) <= set(test["flags"]), "a flag is missing")
    if "server" in test:
        check_server(group_type, test)


def may_refuse(group_type, fields):
    """Conditions on B for which a client may abort."""
    if group_type not in NAMES_OF_PERSON:
        return set()
    B, salt = int(fields["B"], 16), int(fields["salt"], 16)
    x = reference.private_key(salt, *(fields[name] for name in NAMES_OF_PERSON[group_type]))
    conditions = {
        "BNotBelowN": B >= reference.N,
        "DegenerateBase": reference.premaster_base(B, x) in (0, 1, reference.N - 1),
    }
    return {flag for flag, holds in conditions.items() if holds}


def check_server(group_type, test):
    """B and the server's S must follow from the server's b."""
    b, fields = int(test["server"]["b"], 16), test["input"]
    if group_type == "PasswordVerifierChallenge":
        parameters = fields["challengeParameters"]
        B, salt = parameters["SRP_B"], parameters["SALT"]
        person = (reference.pool_name(fields["userPoolId"]), parameters["USER_ID_FOR_SRP"], fields["password"])
    else:
        B, salt = fields["B"], fields["salt"]
        names = NAMES_OF_PERSON.get(group_type) or NAMES_OF_PERSON["PasswordClaim"]
        texts = {name: text_of_utf16(value) if name.endswith("Utf16") else value for name, value in fields.items()}
        person = tuple(texts.get(name, texts.get(f"{name}Utf16")) for name in names)
    verifier = pow(reference.g, reference.private_key(int(salt, 16), *person), reference.N)
    require(reference.server_B(b, verifier) == int(B, 16), "B is not what b gives")
    if "S" in test["expected"]:
        A, u = (int(test["expected"][name], 16) for name in ("A", "u"))
        require(reference.server_S(A, b, verifier, u) == int(test["expected"]["S"], 16), "the server computes another S")


def problems_of(name, content):
    tests = [(group["type"], test) for group in content["testGroups"] for test in group["tests"]]
    if content["numberOfTests"] != len(tests):
        yield f"{name}: numberOfTests is wrong"
    if [test["tcId"] for _, test in tests] != list(range(1, len(tests) + 1)):
        yield f"{name}: tcId does not count from 1"
    if len({test["comment"] for _, test in tests}) != len(tests):
        yield f"{name}: two tests have the same comment"
    if {flag for _, test in tests for flag in test["flags"]} != set(content["notes"]):
        yield f"{name}: notes and flags differ"
    for group_type, test in tests:
        try:
            check(group_type, test)
        except Exception as error:
            yield f"{name} {test['tcId']} ({test['comment']}): {error!r}"


def published_problems(tests):
    """Every value of the sources must be in a test that names it as published."""
    for identifier, vector in published.VECTORS.items():
        group_type, fields, values = published.converted(vector)
        found = any(
            kind == group_type
            and test["input"] == fields
            and all(test["expected"].get(name) == value and name in test["published"] for name, value in values.items())
            for kind, test in tests
            if "published" in test
        )
        if not found:
            yield f"sources: {identifier} is in no test"


def is_prime(n):
    """Miller and Rabin's test; a composite passes with a probability below 4^-20."""
    draw = random.Random(3526)
    shift = ((n - 1) & -(n - 1)).bit_length() - 1
    for _ in range(PRIME_ROUNDS):
        power = pow(draw.randrange(2, n - 1), n - 1 >> shift, n)
        if power == 1:
            continue
        squares = (pow(power, 2**i, n) for i in range(shift))
        if n - 1 not in squares:
            return False
    return True


def group_problems():
    N, q = reference.N, (reference.N - 1) // 2
    checks = {
        "N is not prime": is_prime(N),
        "(N - 1) / 2 is not prime": is_prime(q),
        "g does not generate the subgroup of order (N - 1) / 2": pow(reference.g, q, N) == 1,
    }
    return [f"group: {sentence}" for sentence, holds in checks.items() if not holds]


def digest_lines():
    for path in sorted([*TESTS.glob("*.json"), *SOURCES.glob("*.json")]):
        yield f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(FOLDER.parent).as_posix()}"


def digest_problems():
    known, actual = DIGESTS.read_text(encoding="ascii").splitlines(), list(digest_lines())
    return [f"SHA256SUMS: another file: {line.split()[1]}" for line in set(known) ^ set(actual)]


def main():
    if "--digests" in sys.argv:
        DIGESTS.write_text("\n".join(digest_lines()) + "\n", encoding="ascii")
    problems = group_problems() + digest_problems()
    print(f"N from pi (RFC 3526 section 4): {reference.N.bit_length()} bits, N and (N - 1) / 2 tested for primality")
    every = []
    for path in sorted(TESTS.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        tests = [(group["type"], test) for group in content["testGroups"] for test in group["tests"]]
        found = list(problems_of(path.name, content))
        print(f"{path.name}: {len(tests)} tests, {len(found)} problems", flush=True)
        problems += found
        every += tests
    problems += published_problems(every)
    if len(every) != NUMBER_OF_TESTS:
        problems.append(f"{len(every)} tests, not {NUMBER_OF_TESTS}")
    for problem in problems:
        print(f"WRONG  {problem}")
    print(f"{len(every)} tests verified" if not problems else f"FAILED: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
