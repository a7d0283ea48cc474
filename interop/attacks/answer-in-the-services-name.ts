import type * as Client from '../../packages/cognito-srp/src/index.ts'
import { attack } from './harness/attack.ts'

const PASSWORD = 'Estudar-2026'
const NOW_SECONDS = Math.floor(Date.now() / 1000)

/** Sign-in requests from programs that do not intend to send the password itself. */
const STARTS: readonly Partial<Client.SignInRequest>[] = [
  { password: PASSWORD },
  { password: PASSWORD, flow: 'CUSTOM_AUTH' },
  { password: PASSWORD, flow: 'USER_AUTH' },
]
const QUESTIONS = ['SELECT_CHALLENGE', 'PASSWORD', 'SMS_MFA', 'CUSTOM_CHALLENGE', 'NEW_PASSWORD_REQUIRED', 'WEB_AUTHN']

function jwt(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'RS256' })}.${encode({ iat: NOW_SECONDS, exp: NOW_SECONDS + 3600, ...claims })}.c2ln`
}

const ID = { token_use: 'id', aud: 'web', sub: 'sub-of-ana' }
const ACCESS = { token_use: 'access', client_id: 'web', sub: 'sub-of-ana', username: 'ana' }
const OTHER_POOL = 'https://cognito-idp.local.amazonaws.com/local_Pool2'

/** Token pairs that the client must reject. */
const FOREIGN: Record<string, [id: object, access: object]> = {
  'swapped with each other': [ACCESS, ID],
  'of another app client': [ID, { ...ACCESS, client_id: 'other' }],
  'of another pool': [{ ...ID, iss: OTHER_POOL }, ACCESS],
  'of two users': [ID, { ...ACCESS, sub: 'sub-of-eve', username: 'eve' }],
}

/** Creates a client whose requests all go to the attacker, and records its requests. */
function attacked({ createCognitoClient, memoryStorage }: typeof Client, answer: () => object) {
  const sent: string[] = []
  const client = createCognitoClient({
    userPoolId: 'local_Pool1',
    clientId: 'web',
    storage: memoryStorage(),
    fetch: async (_url, { body }) => {
      sent.push(body)
      return new Response(JSON.stringify(answer()))
    },
  })
  return { client, sent }
}

/** Whether the client sends the typed password if the attacker returns the challenge `asked`. */
async function givesPassword(library: typeof Client, start: Partial<Client.SignInRequest>, asked: string) {
  const answer = {
    ChallengeName: asked,
    ChallengeParameters: { USERNAME: 'ana' },
    AvailableChallenges: ['PASSWORD'],
    Session: 's',
  }
  const { client, sent } = attacked(library, () => answer)
  try {
    const step = await library.signIn(client, { username: 'ana', ...start })
    const isMeant = start.flow === 'USER_AUTH' // the program then asks the user again, with an empty field
    if (!isMeant && (step.name === 'PASSWORD' || step.name === 'SELECT_CHALLENGE')) {
      const typed = { challengeName: 'PASSWORD', password: PASSWORD }
      await library.respondToChallenge(client, step as Client.ChallengeOf<'SELECT_CHALLENGE'>, typed)
    }
  } catch {} // rejected, or another challenge
  return sent.some((body) => body.includes(PASSWORD))
}

async function signsIn(library: typeof Client, [id, access]: [object, object]): Promise<boolean> {
  const AuthenticationResult = { IdToken: jwt(id), AccessToken: jwt(access), RefreshToken: 'r' }
  const { client } = attacked(library, () => ({ AuthenticationResult }))
  return library.signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH' }).then(
    () => true,
    () => false,
  )
}

export default attack({
  does: 'an attacker impersonates the pool during a sign-in to get the typed password or to inject foreign tokens',
  run: async (checkout) => {
    const library = await checkout.load<typeof Client>('packages/cognito-srp/src/index.ts')
    const gave: string[] = []
    for (const start of STARTS) {
      for (const asked of QUESTIONS) {
        if (await givesPassword(library, start, asked)) gave.push(`${start.flow ?? 'SRP'} at ${asked}`)
      }
    }
    const accepted: string[] = []
    for (const [whose, tokens] of Object.entries(FOREIGN)) {
      if (await signsIn(library, tokens)) accepted.push(whose)
    }
    return {
      harm: gave.length + accepted.length > 0,
      figures: {
        starts: STARTS.length * QUESTIONS.length,
        'passwords sent': gave.join('; ') || 'none',
        'foreign tokens accepted': accepted.join('; ') || 'none',
      },
    }
  },
})
