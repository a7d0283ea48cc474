import { randomBytes, randomInt } from 'node:crypto'
import { readAnswer, type Answer } from '@cognito-srp/testing/attacked/requests'

import { attack } from './harness/attack.ts'
import { describeAnswer, tellApart, type Sample } from './harness/classifier.ts'

const NAMES_PER_POOL = 300 // half of them are known; there are two pools
const PASSWORD = 'Senha-123'
const WRONG = 'Errada-456'
const SRP_A = '4' // a power of g, like that of an honest client
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')
const DOMAINS = ['gmail.com', 'outlook.com', 'uol.com.br', 'escola.test', 'example.com']

/** Triggers for a custom sign-in that asks every user the same question. */
const RIDDLE = {
  defineAuthChallenge: ({
    request,
    response,
  }: {
    request: { session: unknown[] }
    response: Record<string, unknown>
  }) => {
    if (request.session.length === 0) response['challengeName'] = 'CUSTOM_CHALLENGE'
    else response['failAuthentication'] = true
  },
  createAuthChallenge: ({ response }: { response: Record<string, unknown> }) => {
    response['publicChallengeParameters'] = { riddle: 'which colour?' }
  },
  verifyAuthChallengeResponse: ({ response }: { response: Record<string, unknown> }) => {
    response['answerCorrect'] = false
  },
}

type Emulators = { createEmulator(options: object): { fetch(request: Request): Promise<Response> } }
type Name = { typed: string; stored: string; isKnown: boolean }
type Call = (operation: string, input: object) => Promise<Answer>
/**
 * Makes one or more requests about a name and returns the last response. `earlier` contains responses of earlier probes
 * of the same name.
 */
type Probe = (call: Call, client: string, typed: string, earlier: Map<string, Answer>) => Promise<Answer>

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item
const letters = (count: number) => Array.from({ length: count }, () => pick(LETTERS)).join('')
const inAnyCase = (text: string) =>
  text
    .split('')
    .map((letter) => (randomInt(2) ? letter.toUpperCase() : letter))
    .join('')

function makeNames(ofAddresses: boolean): Name[] {
  return Array.from({ length: NAMES_PER_POOL }, (_none, index) => {
    const plain = ofAddresses ? `${letters(8)}@${pick(DOMAINS)}` : letters(8)
    return { typed: inAnyCase(plain), stored: inAnyCase(plain), isKnown: index % 2 === 0 }
  })
}

/** Creates a user with random attributes and factors, because the users of a real pool also differ. */
function makeUser({ stored }: Name): object {
  const [kind, initial] = [randomInt(10), randomInt(3) ? stored.slice(0, 1) : letters(1)]
  const email = stored.includes('@') ? stored : `${initial}${letters(5)}@${pick(DOMAINS)}`
  return {
    username: stored,
    password: PASSWORD,
    attributes: {
      ...((kind > 1 || stored.includes('@')) && { email, email_verified: String(kind > 2) }),
      ...(kind % 3 === 0 && { phone_number: `+55119${randomInt(10_000_000, 99_999_999)}` }),
    },
    ...(kind === 4 && { temporaryPassword: true }),
    ...(kind === 5 && { totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }),
  }
}

const start = (call: Call, ClientId: string, AuthFlow: string, AuthParameters: object) =>
  call('InitiateAuth', { ClientId, AuthFlow, AuthParameters })

const respond = (call: Call, ClientId: string, asked: Answer | undefined, ChallengeResponses: object) =>
  call('RespondToAuthChallenge', {
    ClientId,
    ChallengeName: asked?.json['ChallengeName'],
    Session: asked?.json['Session'],
    ChallengeResponses,
  })

function timestamp(): string {
  const [weekday, day, month, year, time] = new Date().toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`
}

const confirmReset = (call: Call, ClientId: string, Username: string) =>
  call('ConfirmForgotPassword', { ClientId, Username, Password: WRONG, ConfirmationCode: '000000' })

const PROBES: Record<string, Probe> = {
  'InitiateAuth, USER_SRP_AUTH': async (call, client, USERNAME, earlier) => {
    const answer = await start(call, client, 'USER_SRP_AUTH', { USERNAME, SRP_A, DEVICE_KEY: 'local_0a1b2c' })
    earlier.set('srp', answer)
    return answer
  },
  'the response to USER_SRP_AUTH': (call, client, USERNAME, earlier) => {
    const asked = earlier.get('srp')
    const parameters = (asked?.json['ChallengeParameters'] ?? {}) as Record<string, string>
    return respond(call, client, asked, {
      USERNAME,
      PASSWORD_CLAIM_SECRET_BLOCK: parameters['SECRET_BLOCK'],
      PASSWORD_CLAIM_SIGNATURE: randomBytes(32).toString('base64'),
      TIMESTAMP: timestamp(),
    })
  },
  'InitiateAuth, USER_PASSWORD_AUTH': (call, client, USERNAME) =>
    start(call, client, 'USER_PASSWORD_AUTH', { USERNAME, PASSWORD: WRONG }),
  'InitiateAuth, USER_AUTH': (call, client, USERNAME) => start(call, client, 'USER_AUTH', { USERNAME }),
  'InitiateAuth, USER_AUTH by e-mail': async (call, client, USERNAME, earlier) => {
    const answer = await start(call, client, 'USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' })
    earlier.set('email', answer)
    return answer
  },
  'the response to USER_AUTH by e-mail': (call, client, USERNAME, earlier) =>
    respond(call, client, earlier.get('email'), { USERNAME, EMAIL_OTP_CODE: '000000', ANSWER: 'PASSWORD' }),
  'InitiateAuth, CUSTOM_AUTH': async (call, client, USERNAME, earlier) => {
    const answer = await start(call, client, 'CUSTOM_AUTH', { USERNAME })
    earlier.set('custom', answer)
    return answer
  },
  'the response to CUSTOM_AUTH': (call, client, USERNAME, earlier) =>
    respond(call, client, earlier.get('custom'), { USERNAME, ANSWER: 'blue' }),
  'ConfirmForgotPassword without ForgotPassword': confirmReset,
  ForgotPassword: (call, ClientId, Username) => call('ForgotPassword', { ClientId, Username }),
  ConfirmForgotPassword: confirmReset,
  'the sixth ConfirmForgotPassword': async (call, client, typed) => {
    for (let attempt = 0; attempt < 5; attempt += 1) await confirmReset(call, client, typed)
    return confirmReset(call, client, typed)
  },
  ResendConfirmationCode: (call, ClientId, Username) => call('ResendConfirmationCode', { ClientId, Username }),
  ConfirmSignUp: (call, ClientId, Username) =>
    call('ConfirmSignUp', { ClientId, Username, ConfirmationCode: '000000' }),
}

/** Features of a response, which are its status, the names of its headers except `date`, and the features of its body. */
function featuresOf(answer: Answer, typed: string): Set<string> {
  const headers = [...answer.headers.keys()].filter((name) => name !== 'date')
  return new Set([`status ${answer.status}`, `headers ${headers.join()}`, ...describeAnswer(answer.json, typed)])
}

export default attack({
  does: 'an anonymous client compares the responses for 600 names to learn which have an account in a pool that hides this',
  run: async (checkout) => {
    const byName = makeNames(false)
    const byAddress = makeNames(true)
    const usersOf = (names: Name[]) => names.filter(({ isKnown }) => isKnown).map(makeUser)
    const common = { preventUserExistenceErrors: true, mfa: 'OPTIONAL' }
    const emulators = await checkout.load<Emulators>('packages/cognito-emulator/src/index.ts')
    const emulator = emulators.createEmulator({
      userPools: [
        { ...common, id: 'local_Names', clients: [{ id: 'names' }], users: usersOf(byName), triggers: RIDDLE },
        {
          ...common,
          id: 'local_Addresses',
          clients: [{ id: 'addresses' }],
          usernameAttributes: ['email'],
          users: usersOf(byAddress),
          triggers: RIDDLE,
        },
      ],
    })
    const call: Call = async (operation, input) => {
      const headers = { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` }
      const request = new Request('http://localhost/', { method: 'POST', headers, body: JSON.stringify(input) })
      return readAnswer(await emulator.fetch(request))
    }
    const figures: Record<string, string> = {}
    let harm = false
    for (const [client, names] of [
      ['names', byName],
      ['addresses', byAddress],
    ] as const) {
      // The names are in random order, so that the order in which the users were created reveals nothing.
      const asked = names.toSorted(() => randomInt(3) - 1)
      const answers = new Map(asked.map((name) => [name, new Map<string, Answer>()]))
      for (const [operation, probe] of Object.entries(PROBES)) {
        const samples = [...answers].map(async ([{ typed, isKnown }, earlier]): Promise<Sample> => {
          const answer = await probe(call, client, typed, earlier)
          return { isKnown, features: featuresOf(answer, typed) }
        })
        const { right, chance } = tellApart(await Promise.all(samples))
        harm ||= right > chance
        const percent = (share: number) => `${Math.round(share * 100)} %`
        figures[`${client}: ${operation}`] = `${percent(right)} of the names (chance up to ${percent(chance)})`
      }
    }
    return { harm, figures }
  },
})
