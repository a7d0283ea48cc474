import { setTimeout as wait } from 'node:timers/promises'

import type * as Client from '../../packages/cognito-srp/src/index.ts'
import { attack } from './harness/attack.ts'

const HUGE = '\u0800'.repeat(300_000) // 0.9 MB
const B = '2b'.repeat(384)
const CHALLENGE = { SRP_B: B, SALT: 'c0ffee', SECRET_BLOCK: 'AAAA', USER_ID_FOR_SRP: 'ana' }
const asks = (parameters: object) => ({
  ChallengeName: 'PASSWORD_VERIFIER',
  ChallengeParameters: { ...CHALLENGE, ...parameters },
})
const NEVER_A_TEXT = { toString: 1, valueOf: 1 }
const TEXT = 'a text of exactly 32 characters!'

/** Responses to a sign-in that only an attacker or a broken server sends. */
const ANSWERS: Record<string, () => object> = {
  'B of 20 million digits': () => asks({ SRP_B: '7'.repeat(20_000_000) }),
  'a salt of 0.9 million digits': () => asks({ SALT: '7'.repeat(900_000) }),
  'a user name of 0.9 MB': () => asks({ USER_ID_FOR_SRP: HUGE }),
  'a secret block of 0.9 MB': () => asks({ SECRET_BLOCK: 'AAAA'.repeat(220_000) }),
  'B that is not a string': () => asks({ SRP_B: NEVER_A_TEXT }),
  'a device key of 0.9 MB': () => ({
    AuthenticationResult: { IdToken: HUGE, AccessToken: HUGE, NewDeviceMetadata: { DeviceKey: HUGE } },
  }),
}
/**
 * Maximum time without a pause. A sign-in computes its three modular powers in slices, so it does not block the thread
 * for longer.
 */
const LONGEST_STALL_MS = 250

/** Returns the CPU time of this thread in milliseconds, which does not include other programs' time. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Longest time for which the work blocked the event loop. */
async function longestStallMs(work: () => Promise<unknown>): Promise<number> {
  let [lastMs, longestMs] = [spentMs(), 0]
  const look = () => {
    const nowMs = spentMs()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
  }
  const timer = setInterval(look, 1)
  await work()
  await wait(5)
  look()
  clearInterval(timer)
  return longestMs
}

type Options = Partial<Client.CognitoConfig> & Pick<Client.CognitoConfig, 'fetch'>

function clientOf({ createCognitoClient, memoryStorage }: typeof Client, options: Options): Client.CognitoClient {
  return createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', storage: memoryStorage(), ...options })
}

const CHUNK_CHARACTERS = 65_536

/** A response that arrives in chunks with pauses in between, as it would over a network. */
function arriving(text: string, signal: Client.FetchRequest['signal']): Response {
  let sent = 0
  const body = new ReadableStream({
    async pull(controller) {
      if (signal?.aborted) return controller.error(signal.reason)
      controller.enqueue(Buffer.from(text.slice(sent, sent + CHUNK_CHARACTERS)))
      if ((sent += CHUNK_CHARACTERS) >= text.length) controller.close()
      await wait(0)
    },
  })
  return new Response(body)
}

/** Number of bytes of an endless body that the client reads within a second. */
async function endlessBody(library: typeof Client): Promise<number> {
  let sentBytes = 0
  const fetch = async (_url: string, { signal }: Client.FetchRequest) =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          if (signal?.aborted) return controller.error(signal.reason)
          sentBytes += 1_000_000
          controller.enqueue(new Uint8Array(1_000_000).fill(0x20))
          await wait(1)
        },
      }),
    )
  const client = clientOf(library, { fetch, timeoutMs: 1000 })
  await library.forgotPassword(client, { username: 'ana' }).catch(() => undefined)
  return sentBytes
}

/** Returns the errors that responses with wrong types cause, except the library's own errors. */
async function foreignErrors(library: typeof Client): Promise<string[]> {
  const answers: [(client: Client.CognitoClient) => Promise<unknown>, object][] = [
    [(client) => library.signIn(client, { username: 'ana', password: 'x' }), asks({ SRP_B: NEVER_A_TEXT })],
    [(client) => library.getUser(client), { UserAttributes: [{ Name: NEVER_A_TEXT, Value: 'x' }] }],
    [(client) => library.getUser(client), { UserAttributes: 'none', UserMFASettingList: 7 }],
    [(client) => library.listDevices(client), { Devices: [{ DeviceCreateDate: NEVER_A_TEXT }] }],
  ]
  const now = Math.floor(Date.now() / 1000)
  const claims = JSON.stringify({ iat: now, exp: now + 3600, username: 'ana' })
  const token = `e30.${Buffer.from(claims).toString('base64url')}.x`
  const prefix = 'CognitoIdentityServiceProvider.web'
  const errors: string[] = []
  for (const [call, answer] of answers) {
    const client = clientOf(library, { fetch: async () => new Response(JSON.stringify(answer)) })
    await client.storage.setItem(`${prefix}.LastAuthUser`, 'ana')
    for (const item of ['idToken', 'accessToken']) await client.storage.setItem(`${prefix}.ana.${item}`, token)
    await call(client).catch((error: unknown) => {
      if (!(error instanceof library.CognitoError)) errors.push(String(error))
    })
  }
  return errors
}

/**
 * Returns the invalid random bytes that the library accepts, rejects with an error other than ConfigurationError, or reveals in
 * the error.
 */
async function badRandomness(library: typeof Client): Promise<string[]> {
  const invalid: Record<string, unknown> = {
    'a string of 32 characters': TEXT,
    'a list of numbers': Array.from({ length: 32 }, () => 7),
    'a list of strings': Array.from({ length: 32 }, () => 'zz'),
    null: null,
    'a promise': Promise.resolve(new Uint8Array(32).fill(7)),
    'zeros only': new Uint8Array(32),
    'one byte too few': new Uint8Array(31).fill(7),
    'a megabyte': new Uint8Array(1_000_000).fill(7),
  }
  const harmful: string[] = []
  for (const [what, bytes] of Object.entries(invalid)) {
    const randomBytes = () => bytes as Uint8Array
    const client = clientOf(library, { fetch: async () => new Response('{}'), randomBytes })
    const error: unknown = await library.signIn(client, { username: 'ana', password: 'x' }).catch((reason) => reason)
    const name = error instanceof Error ? error.name : 'none'
    const isRevealed = String(error).includes('zz') || String(error).includes(TEXT)
    if (name !== 'ConfigurationError' || isRevealed) {
      harmful.push(`${what} (${name}${isRevealed ? ', value in the message' : ''})`)
    }
  }
  return harmful
}

/** Number of messages on the broadcast channel that cause an unhandled rejection. */
async function unhandledMessages(library: typeof Client): Promise<number> {
  let unhandled = 0
  const count = () => void (unhandled += 1)
  process.on('unhandledRejection', count)
  const client = clientOf(library, { fetch: async () => new Response('{}') })
  const shared = { ...client, storage: { ...client.storage, isShared: true } }
  const stop = library.onAuthChange(shared, () => {})
  const channel = new BroadcastChannel('web')
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  for (const said of [null, undefined, 7, 'text', [], circular, { type: 'signedOut' }, { username: HUGE }]) {
    channel.postMessage(said)
  }
  await wait(100)
  stop()
  channel.close()
  process.off('unhandledRejection', count)
  return unhandled
}

export default attack({
  does: 'an attacker who impersonates the pool or shares the origin stalls the client or makes it throw foreign errors',
  run: async (checkout) => {
    const library = await checkout.load<typeof Client>('packages/cognito-srp/src/index.ts')
    const signIn = (answer: () => object) => {
      const text = JSON.stringify(answer())
      const client = clientOf(library, { fetch: async (_url, { signal }) => arriving(text, signal) })
      return library.signIn(client, { username: 'ana', password: 'x' }).catch(() => undefined)
    }
    await signIn(() => asks({})) // builds the tables for the powers, which happens once
    const stalls: string[] = []
    for (const [what, answer] of Object.entries(ANSWERS)) {
      const ms = await longestStallMs(() => signIn(answer))
      if (ms > LONGEST_STALL_MS) stalls.push(`${what} ${ms.toFixed(0)} ms`)
    }
    const bytes = await endlessBody(library)
    const errors = await foreignErrors(library)
    const randomness = await badRandomness(library)
    const unhandled = await unhandledMessages(library)
    return {
      harm: stalls.length + errors.length + randomness.length + unhandled > 0 || bytes > 20_000_000,
      figures: {
        'stalls above 250 ms': stalls.join('; ') || 'none',
        'MB read of an endless body': bytes / 1_000_000,
        'foreign errors': errors.join('; ') || 'none',
        'invalid random bytes accepted or revealed': randomness.join('; ') || 'none',
        'unhandled rejections': unhandled,
      },
    }
  },
})
