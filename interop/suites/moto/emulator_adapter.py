"""A pytest plugin that makes moto's tests for Cognito call an emulator instead of moto.

EMULATOR_FACTORY creates a new emulator for each test; ADAPTED=1 adapts calls to what the service accepts (adapted_calls);
the results are written to the file RESULTS.
"""

import json
import os
import re
from types import SimpleNamespace

import boto3
import moto
import moto.core
import moto.server
import moto.settings
import pytest
import requests
from botocore.awsrequest import AWSResponse

from adapted_calls import AdaptedCalls

FACTORY, RESULTS = os.environ["EMULATOR_FACTORY"], os.environ["RESULTS"]
ADAPTED = os.environ.get("ADAPTED") == "1"
ELSEWHERE = re.compile(r"^https?://(cognito-idp[^/]*\.amazonaws\.com|motoapi\.amazonaws\.com|localhost:5000)/?")

os.environ.update(AWS_ACCESS_KEY_ID="any", AWS_SECRET_ACCESS_KEY="any", AWS_DEFAULT_REGION="us-west-2")


class Emulator:
    """The emulator that the running test calls."""

    def __init__(self):
        self.url = send_request(requests.Session(), "POST", f"{FACTORY}/new", timeout=60).json()["url"]
        os.environ["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"] = self.url

    def call(self, operation, body):
        headers = {"content-type": "application/x-amz-json-1.1"}
        headers["x-amz-target"] = f"AWSCognitoIdentityProviderService.{operation}"
        return self.send("POST", "", json=body, headers=headers).json()

    def outbox(self):
        return self.send("GET", "_emulator/outbox").json()

    def advance(self, seconds):
        self.send("POST", "_emulator/clock", json={"advanceSeconds": seconds})

    def send(self, method, path, **options):
        return send_request(requests.Session(), method, self.url + path, timeout=60, **options)


class Running:
    """State of the running test."""

    emulator: Emulator
    adapted: AdaptedCalls
    calls: list


# moto itself is not active. It intercepts nothing, and tests that read its memory skip themselves.


class NoMock:
    def __init__(self, config=None):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        return False

    def start(self):
        pass

    stop = start


def no_mock(target=None, config=None):
    return NoMock() if target is None else target


moto.mock_aws = no_mock
moto.core.set_initial_no_auth_action_count = lambda *_settings: lambda function: function
moto.settings.TEST_SERVER_MODE = True

# Session of all AWS SDK clients. IAM returns the required fields of a role and a policy.


def answer_of_iam(**_event):
    arn = "arn:aws:iam::123456789012:"
    parsed = {"Role": {"Arn": arn + "role/any"}, "Policy": {"Arn": arn + "policy/any"}}
    return AWSResponse("https://iam.amazonaws.com/", 200, {}, None), parsed


def before_call(params, model, **_event):
    return Running.adapted.to_service(model.name, params) if ADAPTED else params


def instead_of_call(model, params, **_event):
    answer = Running.adapted.instead(model.name, json.loads(params["body"])) if ADAPTED else None
    return None if answer is None else (AWSResponse(Running.emulator.url, 200, {}, None), answer)


def after_call(parsed, model, **_event):
    error = parsed.get("Error", {})
    Running.calls.append((model.name, error.get("Code"), error.get("Message")))
    if ADAPTED:
        Running.adapted.from_service(model.name, parsed)


boto3.setup_default_session()
events = boto3.DEFAULT_SESSION.events
events.register("before-call.iam.*", answer_of_iam)
events.register("provide-client-params.cognito-identity-provider.*", before_call)
events.register("before-call.cognito-identity-provider.*", instead_of_call)
events.register("after-call.cognito-identity-provider.*", after_call)

# HTTP requests of the tests: to the service's hosts, to moto's control endpoints, and to moto's application in the same
# process.

send_request = requests.Session.request


def request_of_a_test(session, method, url, **options):
    if ELSEWHERE.match(url):
        Running.calls.append((method, None, url))
    return send_request(session, method, ELSEWHERE.sub(lambda _match: Running.emulator.url, url), **options)


requests.Session.request = request_of_a_test


class Application:
    """The parts of Flask's test client that the tests use."""

    def test_client(self):
        return self

    def post(self, path="/", data=None, headers=None):
        return self.send("POST", path, data, {"content-type": "application/x-amz-json-1.1", **(headers or {})})

    def get(self, path="/", headers=None):
        return self.send("GET", path, None, headers)

    def send(self, method, path, data, headers):
        operation = (headers or {}).get("X-Amz-Target", "").rpartition(".")[2]
        Running.calls.append((operation or method, None, path))
        if not (ADAPTED and operation):
            response = Running.emulator.send(method, path.lstrip("/"), data=data, headers=headers)
            response.data = response.content
            return response
        params = Running.adapted.to_service(operation, json.loads(data))
        answer, status = Running.adapted.instead(operation, params), 200
        if answer is None:
            response = Running.emulator.send(method, path.lstrip("/"), json=params, headers=headers)
            answer, status = response.json(), response.status_code
        Running.adapted.from_service(operation, answer)
        return SimpleNamespace(status_code=status, data=json.dumps(answer).encode())


moto.server.create_backend_app = lambda _service: Application()


# pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    Running.emulator, Running.calls = Emulator(), []
    Running.adapted = AdaptedCalls(Running.emulator, KEPT.get(item.originalname, ()))


def pytest_collection_finish(session):
    import tests.test_cognitoidp

    tests.test_cognitoidp.sleep = lambda _seconds: None  # until IAM knows a role


# Values that are the subject of a test and are not adapted.
KEPT = {
    "test_sign_up_with_invalid_password": ["passwords"],
    "test_admin_set_invalid_user_password": ["passwords"],
    "test_admin_set_invalid_user_password__custom_policy_provided": ["passwords"],
    "test_admin_delete_user_attributes_non_existing_attribute": ["attributes"],
    "test_admin_initiate_auth_when_token_totp_enabled_invalid": ["codes"],
}

results = []


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.when != "call" and report.passed:
        return
    if report.skipped or report.when == "teardown":
        return
    last = next((seen for seen in reversed(Running.calls) if seen[1]), None)
    error = report.longrepr.reprcrash.message if report.failed and hasattr(report.longrepr, "reprcrash") else ""
    results.append(
        {
            "test": item.nodeid.rpartition("test_cognitoidp/")[2],
            "passed": report.passed,
            "isSilent": len(Running.calls) == 0,
            "why": f"{error.splitlines()[0] if error else ''} (last refusal: {last})",
        }
    )


def pytest_sessionfinish():
    with open(RESULTS, "w") as file:
        json.dump(results, file)
