"""Adapts calls that moto accepts and the service rejects, if they are not the subject of a test."""

import base64
import hashlib
import hmac
import json
import re
import struct
import time

STANDARD = set(
    "address birthdate email email_verified family_name gender given_name identities locale middle_name name nickname "
    "phone_number phone_number_verified picture preferred_username profile sub updated_at username website "
    "zoneinfo cognito:user_status status".split()
)
PASSWORDS = ("Password", "TemporaryPassword", "ProposedPassword", "PreviousPassword", "PASSWORD", "NEW_PASSWORD")
STRONG = [re.compile(pattern) for pattern in (r".{8}", "[A-Z]", "[a-z]", "[0-9]", r"[^A-Za-z0-9]")]
FLOWS = ["USER_PASSWORD_AUTH", "ADMIN_USER_PASSWORD_AUTH", "USER_SRP_AUTH", "CUSTOM_AUTH", "REFRESH_TOKEN_AUTH"]
WITH_SECRET_HASH = ("SignUp", "ConfirmSignUp", "ResendConfirmationCode", "ForgotPassword", "ConfirmForgotPassword")
WITH_CODE = {"ConfirmSignUp": "ConfirmationCode", "ConfirmForgotPassword": "ConfirmationCode"}
WITH_FACTOR = ("AssociateSoftwareToken", "SetUserMFAPreference", "AdminSetUserMFAPreference")
ATTRIBUTE_NAMES = ("UserAttributeNames", "AttributesToGet", "ReadAttributes", "WriteAttributes")
ARN = re.compile(r"arn:aws:\w+:[\w-]*:\d+:")
LAMBDA = "arn:aws:lambda:us-west-2:123456789012:function:"
SNS = {"SnsCallerArn": "arn:aws:iam::123456789012:role/any"}


def strong(password):
    return password if all(pattern.search(password) for pattern in STRONG) else f"{password}-Longer-1"


def totp(secret, seconds):
    """TOTP (RFC 6238) with the usual parameters: SHA-1, 30 seconds, six digits."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(seconds) // 30), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack_from('>I', digest, offset)[0] & 0x7FFFFFFF) % 1_000_000:06}"


class AdaptedCalls:
    """The adapted calls of one test; `kept` names the values that are not adapted."""

    def __init__(self, emulator, kept=()):
        self.emulator, self.kept = emulator, kept
        self.secrets, self.pools, self.invited = {}, {}, {}
        self.as_told, self.declared, self.with_mfa = {}, set(), set()
        self.totp_secret, self.advanced = None, 0

    def to_service(self, operation, params):
        params = {name: self.member(name, value) for name, value in params.items()}
        client = params.get("ClientId")
        pool = params.get("UserPoolId") or self.pools.get(client) or pool_of(params.get("AccessToken"))
        self.declare(pool, params)
        if operation == "CreateUserPoolClient" and "flows" not in self.kept:
            params.setdefault("ExplicitAuthFlows", [f"ALLOW_{flow}" for flow in FLOWS])
        if operation == "AdminCreateUser":
            self.invited[params["Username"]] = params.get("TemporaryPassword", "Any-password-1")
        if operation in WITH_SECRET_HASH and "Username" in params:
            self.put_secret_hash(client, params, "SecretHash", params["Username"])
        if "USERNAME" in params.get("AuthParameters", {}):
            self.put_secret_hash(client, params["AuthParameters"], "SECRET_HASH", params["AuthParameters"]["USERNAME"])
        if operation in WITH_FACTOR and pool:
            self.allow_mfa(pool)
        if "SMSMfaSettings" in params and "Username" in params:
            self.give_phone(pool, params["Username"])
        self.put_codes(operation, params)
        return params

    def instead(self, operation, params):
        """The response of another call, if the service would reject this one."""
        if operation != "ConfirmSignUp":
            return None
        user = {"UserPoolId": self.pools.get(params["ClientId"]), "Username": params["Username"]}
        if params["Username"] in self.invited:  # who was invited has only to set a password
            password = {"Password": self.invited[params["Username"]], "Permanent": True}
            return self.emulator.call("AdminSetUserPassword", {**user, **password})
        if not self.sent_codes():  # nothing was sent: an administrator has to
            return self.emulator.call("AdminConfirmSignUp", user)
        return None

    def from_service(self, operation, answer):
        client = answer.get("UserPoolClient", {})
        if "ClientId" in client:
            self.pools[client["ClientId"]] = client.get("UserPoolId")
            if client.get("ClientSecret"):
                self.secrets[client["ClientId"]] = client["ClientSecret"]
        self.totp_secret = answer.get("SecretCode", self.totp_secret)
        self.tell(answer)

    def member(self, name, value):
        if name in PASSWORDS and isinstance(value, str) and "passwords" not in self.kept:
            return strong(value)
        if name in ("AuthParameters", "ChallengeResponses"):
            return {key: self.member(key, text) for key, text in value.items()}
        if name == "UserAttributes":
            return [{"Name": self.attribute(item["Name"]), "Value": phone(item)} for item in value]
        if name in ATTRIBUTE_NAMES and isinstance(value, list):
            return [self.attribute(item) for item in value]
        if name == "LambdaConfig":
            return {trigger: self.in_place_of(text, ARN, f"{LAMBDA}{text}") for trigger, text in value.items()}
        if name == "RoleArn":
            return self.in_place_of(value, ARN, "arn:aws:iam::123456789012:role/any")
        if name in ("CallbackURLs", "LogoutURLs"):
            return [self.in_place_of(url, re.compile(r"\w+://"), f"https://{url}.example/") for url in value]
        if name in ("ProviderName", "Name"):
            shorter = re.sub(r"[{}-]", "", str(value))
            return self.in_place_of(value, re.compile(r"[^{}]{3,32}$"), shorter)
        if name == "ExplicitAuthFlows":
            return [flow for flow in value if flow != "ALLOW_ADMIN_NO_SRP_AUTH"]  # there is none of the name
        return value

    def in_place_of(self, text, pattern, other):
        """A valid replacement for a text that does not match. Responses contain the test's own text again."""
        if not isinstance(text, str) or pattern.match(text):
            return text
        self.as_told[other] = text
        return other

    def attribute(self, name):
        """Replaces an undeclared attribute with a custom attribute of the pool."""
        if name in STANDARD or ":" in name:
            return name
        self.as_told[f"custom:{name[:20]}"] = name
        return f"custom:{name[:20]}"

    def declare(self, pool, params):
        if "attributes" in self.kept:
            return
        names = [item["Name"] for item in params.get("UserAttributes", [])]
        for name in names + [name for member in ATTRIBUTE_NAMES for name in params.get(member, [])]:
            if pool and name.startswith("custom:") and (pool, name) not in self.declared:
                self.declared.add((pool, name))
                schema = {"Name": name[len("custom:") :], "AttributeDataType": "String", "Mutable": True}
                self.emulator.call("AddCustomAttributes", {"UserPoolId": pool, "CustomAttributes": [schema]})

    def put_secret_hash(self, client, params, name, username):
        if client in self.secrets and name not in params:
            keyed = hmac.new(self.secrets[client].encode(), (username + client).encode(), hashlib.sha256)
            params[name] = base64.b64encode(keyed.digest()).decode()
        elif client in self.pools and client not in self.secrets:
            params.pop(name, None)

    def allow_mfa(self, pool):
        """Enables second factors in a pool, which the service requires before users set one up."""
        if pool in self.with_mfa or "mfa" in self.kept:
            return
        self.with_mfa.add(pool)
        if self.emulator.call("GetUserPoolMfaConfig", {"UserPoolId": pool}).get("MfaConfiguration", "OFF") == "OFF":
            factors = {"SoftwareTokenMfaConfiguration": {"Enabled": True}, "SmsMfaConfiguration": {"SmsConfiguration": SNS}}
            self.emulator.call("SetUserPoolMfaConfig", {"UserPoolId": pool, "MfaConfiguration": "OPTIONAL", **factors})

    def give_phone(self, pool, username):
        """Gives a user a verified phone number."""
        phone = [{"Name": "phone_number", "Value": "+15555550100"}, {"Name": "phone_number_verified", "Value": "true"}]
        self.emulator.call("AdminUpdateUserAttributes", {"UserPoolId": pool, "Username": username, "UserAttributes": phone})

    def put_codes(self, operation, params):
        """Replaces a test's invented code with the code that was sent or that an authenticator shows."""
        if "codes" in self.kept:
            return
        sent = self.sent_codes() if operation in WITH_CODE else []
        if sent:
            params[WITH_CODE[operation]] = sent[-1]
        if operation == "VerifySoftwareToken" and self.totp_secret:
            params["UserCode"] = self.next_totp()
        responses = params.get("ChallengeResponses", {})
        if "SMS_MFA_CODE" in responses:
            responses["SMS_MFA_CODE"] = self.sent_codes()[-1]
        if "SOFTWARE_TOKEN_MFA_CODE" in responses and self.totp_secret:
            responses["SOFTWARE_TOKEN_MFA_CODE"] = self.next_totp()

    def sent_codes(self):
        return [message["code"] for message in self.emulator.outbox() if message.get("code")]

    def next_totp(self):
        """The next code. Each code is accepted only once, so the emulator's clock advances first."""
        self.advanced += 30
        self.emulator.advance(30)
        return totp(self.totp_secret, time.time() + self.advanced)

    def tell(self, value):
        """Restores the test's own texts in a response."""
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for key, member in list(members):
            if isinstance(member, str):
                value[key] = self.as_told.get(member, member)
            elif isinstance(member, (dict, list)):
                self.tell(member)


def phone(attribute):
    """A phone number with a country code, which the service requires."""
    value = attribute["Value"]
    is_local = attribute["Name"] == "phone_number" and not value.startswith("+")
    return f"+1{value}" if is_local else value


def pool_of(token):
    """Id of the pool that issued a token."""
    try:
        payload = str(token).split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        return claims["iss"].rpartition("/")[2]
    except (IndexError, ValueError, KeyError):
        return None
