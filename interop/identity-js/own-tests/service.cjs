// Replaces `../src/Client` in the incumbent's tests. Their mocks become responses of `fetch`, which every
// implementation uses. A request without a mock gets no response, because there is no network.

class Client {
  constructor(region, endpoint, { credentials } = {}) {
    Object.assign(this, { region, endpoint, credentials })
  }
  request() {}
  requestWithRetry() {}
}

const unsigned = (claims) => ['{}', JSON.stringify(claims), 'x'].map((part) => btoa(part).replace(/=/g, '')).join('.')
const nowSeconds = Math.floor(Date.now() / 1000)
const times = { iat: nowSeconds, exp: nowSeconds } // already expired, like the empty tokens of the mocks
const TOKENS = {
  AccessToken: unsigned({ ...times, username: 'username', sub: 'sub' }),
  IdToken: unsigned({ ...times, 'cognito:username': 'username', sub: 'sub' }),
  ExpiresIn: 3600,
}

/** Fields that the service always sends. The mocks omit them because the incumbent does not read them. */
const ALWAYS_SENT = {
  AssociateSoftwareToken: { SecretCode: 'JBSWY3DPEHPK3PXP', Session: 'session' },
  VerifySoftwareToken: { Status: 'SUCCESS', Session: 'session' },
  GetUser: { Username: 'username', UserAttributes: [] },
  GetDevice: { Device: { DeviceKey: 'key' } },
  SignUp: { UserConfirmed: false, UserSub: 'sub' },
  ForgotPassword: { CodeDeliveryDetails: {} },
  GetUserAttributeVerificationCode: { CodeDeliveryDetails: {} },
  ResendConfirmationCode: { CodeDeliveryDetails: {} },
  ListDevices: { Devices: [] },
}

function complete(operation, request, mocked) {
  const answer = { ...ALWAYS_SENT[operation], ...(Array.isArray(mocked) ? {} : mocked) }
  if (operation !== 'InitiateAuth' && operation !== 'RespondToAuthChallenge') return answer
  if (answer.AuthenticationResult) {
    delete answer.ChallengeName // the service sends either a challenge or tokens
    const { NewDeviceMetadata } = answer.AuthenticationResult
    answer.AuthenticationResult = { ...TOKENS, ...Object(answer.AuthenticationResult) }
    if (typeof NewDeviceMetadata === 'string') {
      answer.AuthenticationResult.NewDeviceMetadata = { DeviceKey: 'key', DeviceGroupKey: 'group' }
    }
  } else if (request.ChallengeName === 'SELECT_MFA_TYPE') {
    answer.ChallengeName ??= request.ChallengeResponses.ANSWER
    answer.ChallengeParameters ??= {}
  } else if (!answer.ChallengeName) answer.AuthenticationResult = TOKENS
  if (answer.ChallengeName && typeof answer.Session !== 'string') answer.Session = 'session'
  return answer
}

/** Requests that may still get a response. */
const open = new Set()

globalThis.fetch = function fetch(_url, { headers, body }) {
  const operation = headers['X-Amz-Target'].split('.')[1]
  const request = JSON.parse(body)
  const method = '_isMockFunction' in Reflect.get(Client.prototype, 'requestWithRetry') ? 'requestWithRetry' : 'request'
  open.add(request)
  return new Promise((resolve) => {
    const answer = (status, value) => {
      const text = JSON.stringify(value ?? {})
      resolve({
        ok: status === 200,
        status,
        headers: { get: () => null },
        json: async () => JSON.parse(text),
        text: async () => text,
      })
    }
    setTimeout(() => open.delete(request)) // no response can follow after this
    Client.prototype[method](operation, request, (error, data) => {
      if (error) answer(400, { __type: error.code ?? error.name, message: error.message })
      else answer(200, complete(operation, request, data))
    })
  })
}

const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Resolves when all pending requests have their responses and callbacks have run. */
globalThis.settled = async function settled() {
  do await later(5)
  while (open.size > 0)
  await later(5)
}

/** Retries an expectation until it holds, for at most two seconds. */
globalThis.eventually = async function eventually(expectation) {
  for (const endMs = performance.now() + 2000; performance.now() < endMs; await later(10)) {
    try {
      return await expectation()
    } catch {
      // not yet
    }
  }
  return expectation()
}

exports.default = Client
exports.__esModule = true
