// Stands where the incumbent's tests import `../src/Client`: what they mock there is answered at `fetch`, which any
// implementation uses. A request that no test answers stays unanswered, as there is no network.

class Client {
  constructor(region, endpoint, { credentials } = {}) {
    Object.assign(this, { region, endpoint, credentials })
  }
  request() {}
  requestWithRetry() {}
}

const unsigned = (claims) => ['{}', JSON.stringify(claims), 'x'].map((part) => btoa(part).replace(/=/g, '')).join('.')
const nowSeconds = Math.floor(Date.now() / 1000)
const times = { iat: nowSeconds, exp: nowSeconds } // ended at once, as the empty tokens of the mocks
const TOKENS = {
  AccessToken: unsigned({ ...times, username: 'username', sub: 'sub' }),
  IdToken: unsigned({ ...times, 'cognito:username': 'username', sub: 'sub' }),
  ExpiresIn: 3600,
}

/** What the service always sends and a mock leaves out, since the incumbent does not look at it. */
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
    delete answer.ChallengeName // the service sends a challenge or tokens
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

/** Requests that may still be answered. */
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
    setTimeout(() => open.delete(request)) // answered by then, or never
    Client.prototype[method](operation, request, (error, data) => {
      if (error) answer(400, { __type: error.code ?? error.name, message: error.message })
      else answer(200, complete(operation, request, data))
    })
  })
}

const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Until what was asked is answered and heard. */
globalThis.settled = async function settled() {
  do await later(5)
  while (open.size > 0)
  await later(5)
}

/** Repeats what is expected until it holds; after two seconds it fails as it stands. */
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
