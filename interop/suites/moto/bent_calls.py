"""What moto takes and the service does not, where a test is about something else: calls are bent to what it accepts."""

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
SNS = {"SnsCallerArn": "arn:aws:iam::123456789012:role/any"}


def strong(password):
    return password if all(pattern.search(password) for pattern in STRONG) else f"{password}-Longer-1"


def totp(secret, seconds):
    """RFC 6238 with the values of every authenticator: SHA-1, 30 seconds, six digits."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(seconds) // 30), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack_from('>I', digest, offset)[0] & 0x7FFFFFFF) % 1_000_000:06}"


class BentCalls:
    """The calls of one test; `kept` names what stays as the test has it."""

    def __init__(self, emulator, kept=()):
        self.emulator, self.kept = emulator, kept
        self.secrets, self.pools, self.arns, self.declared, self.with_mfa = {}, {}, {}, set(), set()
        self.totp_secret, self.advanced = None, 0

    def to_service(self, operation, params):
        params = {name: self.member(name, value) for name, value in params.items()}
        client = params.get("ClientId")
        pool = params.get("UserPoolId") or self.pools.get(client) or pool_of(params.get("AccessToken"))
        self.declare(pool, params)
        if "LambdaConfig" in params:
            params["LambdaConfig"] = {trigger: self.arn(value) for trigger, value in params["LambdaConfig"].items()}
        if operation == "CreateUserPoolClient" and "flows" not in self.kept:
            params.setdefault("ExplicitAuthFlows", [f"ALLOW_{flow}" for flow in FLOWS])
        if operation in WITH_SECRET_HASH and "Username" in params:
            self.put_secret_hash(client, params, "SecretHash", params["Username"])
        if "USERNAME" in params.get("AuthParameters", {}):
            self.put_secret_hash(client, params["AuthParameters"], "SECRET_HASH", params["AuthParameters"]["USERNAME"])
        if operation in WITH_FACTOR and pool:
            self.allow_mfa(pool)
        self.put_codes(operation, params)
        return params

    def instead(self, operation, params):
        """The answer of another call, where the service would refuse this one."""
        if operation == "ConfirmSignUp" and not self.sent_codes():
            user = {"UserPoolId": self.pools.get(params["ClientId"]), "Username": params["Username"]}
            return self.emulator.call("AdminConfirmSignUp", user)  # nothing was sent: an administrator has to
        return None

    def from_service(self, operation, answer):
        client = answer.get("UserPoolClient", {})
        if "ClientId" in client:
            self.pools[client["ClientId"]] = client.get("UserPoolId")
            if client.get("ClientSecret"):
                self.secrets[client["ClientId"]] = client["ClientSecret"]
        self.totp_secret = answer.get("SecretCode", self.totp_secret)
        self.rename_back(answer)

    def member(self, name, value):
        if name in PASSWORDS and isinstance(value, str) and "passwords" not in self.kept:
            return strong(value)
        if name in ("AuthParameters", "ChallengeResponses"):
            return {key: self.member(key, text) for key, text in value.items()}
        if name == "UserAttributes":
            return [{**attribute, "Name": custom(attribute["Name"])} for attribute in value]
        if name in ("UserAttributeNames", "AttributesToGet") and isinstance(value, list):
            return [custom(attribute) for attribute in value]
        return value

    def declare(self, pool, params):
        """An attribute that no schema has is made one of the pool's own."""
        for attribute in params.get("UserAttributes", []):
            name = attribute["Name"]
            if pool and name.startswith("custom:") and (pool, name) not in self.declared:
                self.declared.add((pool, name))
                schema = {"Name": name[len("custom:") :], "AttributeDataType": "String", "Mutable": True}
                self.emulator.call("AddCustomAttributes", {"UserPoolId": pool, "CustomAttributes": [schema]})

    def arn(self, value):
        """A Lambda function has an ARN; any text will do for moto."""
        if not isinstance(value, str) or value.startswith("arn:"):
            return value
        self.arns[f"arn:aws:lambda:us-west-2:123456789012:function:{value}"] = value
        return f"arn:aws:lambda:us-west-2:123456789012:function:{value}"

    def put_secret_hash(self, client, params, name, username):
        if client in self.secrets and name not in params:
            keyed = hmac.new(self.secrets[client].encode(), (username + client).encode(), hashlib.sha256)
            params[name] = base64.b64encode(keyed.digest()).decode()
        elif client in self.pools and client not in self.secrets:
            params.pop(name, None)

    def allow_mfa(self, pool):
        """A pool in which users may have a second factor, as the service demands before they set one up."""
        if pool in self.with_mfa or "mfa" in self.kept:
            return
        self.with_mfa.add(pool)
        if self.emulator.call("GetUserPoolMfaConfig", {"UserPoolId": pool}).get("MfaConfiguration", "OFF") == "OFF":
            factors = {"SoftwareTokenMfaConfiguration": {"Enabled": True}, "SmsMfaConfiguration": {"SmsConfiguration": SNS}}
            self.emulator.call("SetUserPoolMfaConfig", {"UserPoolId": pool, "MfaConfiguration": "OPTIONAL", **factors})

    def put_codes(self, operation, params):
        """A code that a test made up becomes the one that was sent, or that an authenticator shows."""
        if "codes" in self.kept:
            return
        sent = self.sent_codes() if operation in WITH_CODE else []
        if sent:
            params[WITH_CODE[operation]] = sent[-1]
        if operation == "VerifySoftwareToken" and self.totp_secret:
            params["UserCode"] = self.next_totp()
        responses = params.get("ChallengeResponses", {})
        if "SOFTWARE_TOKEN_MFA_CODE" in responses and self.totp_secret:
            responses["SOFTWARE_TOKEN_MFA_CODE"] = self.next_totp()

    def sent_codes(self):
        return [message["code"] for message in self.emulator.outbox() if message.get("code")]

    def next_totp(self):
        """None is taken twice, so the emulator's time goes on before the next."""
        self.advanced += 30
        self.emulator.advance(30)
        return totp(self.totp_secret, time.time() + self.advanced)

    def rename_back(self, value):
        for item in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
            self.rename_back(item)
        if isinstance(value, dict) and str(value.get("Name", "")).startswith("custom:"):
            if value["Name"] in {name for _pool, name in self.declared}:
                value["Name"] = value["Name"][len("custom:") :]
        if isinstance(value, dict) and isinstance(value.get("LambdaConfig"), dict):
            lambdas = value["LambdaConfig"].items()
            value["LambdaConfig"] = {name: self.arns.get(arn, arn) if isinstance(arn, str) else arn for name, arn in lambdas}


def pool_of(token):
    """The pool whose issuer made a token."""
    try:
        payload = str(token).split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        return claims["iss"].rpartition("/")[2]
    except (IndexError, ValueError, KeyError):
        return None


def custom(name):
    return name if name in STANDARD or ":" in name else f"custom:{name[:20]}"
