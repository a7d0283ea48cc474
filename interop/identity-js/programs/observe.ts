// Prints the observable results of a call. The output shows the return value, the callback that was called, its
// arguments, and whether it was called before or after the call returned. Values that differ in every run (tokens, ids,
// times) are replaced by their kind.

export const ENDPOINT = process.env['COGNITO_ENDPOINT'] ?? ''

/** Ids of a pool by its name. The app client's id is the pool's name in lower case. */
export const poolData = (name: string) => ({
  UserPoolId: `local_${name}`,
  ClientId: name.toLowerCase(),
  endpoint: ENDPOINT,
})

export const PASSWORD = 'Senha-123'

const LIMIT_MS = 15_000
const CALLBACKS = [
  'onSuccess',
  'onFailure',
  'newPasswordRequired',
  'mfaRequired',
  'totpRequired',
  'customChallenge',
  'mfaSetup',
  'selectMFAType',
  'associateSecretCode',
  'inputVerificationCode',
] as const

/** A callback that was called, with its name and arguments. */
export type Heard = { name: string; given: any[] }

/**
 * Makes a call with all callbacks of a sign-in, or with the named callbacks. The promise resolves with the first
 * callback that is called.
 */
export async function observe(
  title: string,
  call: (callbacks: any) => unknown,
  names: readonly string[] = CALLBACKS,
): Promise<Heard> {
  return hear(title, (heard) => {
    const callbacks: Record<string, unknown> = {}
    for (const name of names) {
      callbacks[name] = function (this: unknown, ...given: unknown[]) {
        const isOwn = this === callbacks || name === 'onFailure' // which is sometimes called without its object
        heard(isOwn ? name : `${name} (this is another object)`, given)
      }
    }
    return call(callbacks)
  })
}

/** Like {@link observe}, for a call with a single callback. */
export async function ask(title: string, call: (callback: any) => unknown): Promise<Heard> {
  return hear(title, (heard) => call((...given: unknown[]) => heard('callback', given)))
}

/** Prints what a call without callbacks returns or throws. */
export function say(title: string, call: () => unknown): void {
  try {
    console.log(`${title}: ${show(call())}`)
  } catch (error) {
    console.log(`${title}: throws ${show(error)}`)
  }
}

async function hear(title: string, call: (heard: (name: string, given: unknown[]) => void) => unknown): Promise<Heard> {
  let returned = false
  let calls = 0
  const heard = await new Promise<Heard>((resolve) => {
    const limit = setTimeout(() => {
      console.log(`${title}: no callback`)
      resolve({ name: 'nothing', given: [] })
    }, LIMIT_MS)
    const onHeard = (name: string, given: unknown[]) => {
      const when = returned ? 'after it returned' : 'before it returned'
      const times = (calls += 1) === 1 ? '' : `, call ${calls}`
      console.log(`${title}: ${name}(${given.map(show).join(', ')}) ${when}${times}`)
      clearTimeout(limit)
      resolve({ name, given })
    }
    try {
      const result = call(onHeard)
      if (result !== undefined) console.log(`${title}: returned ${show(result)}`)
    } catch (error) {
      console.log(`${title}: throws ${show(error)}`)
      clearTimeout(limit)
      resolve({ name: 'throws', given: [error] })
    }
    returned = true
  })
  await new Promise((later) => setTimeout(later, 5)) // also records a second callback
  return heard
}

/** Formats a value. Values that differ in every run are replaced by their kind. */
export function show(value: unknown): string {
  if (value instanceof Error) return showError(value)
  if (typeof value === 'function') return 'a function'
  if (isSession(value)) return showSession(value)
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (isUser(inner)) return `the user ${inner.getUsername()}`
    return typeof inner === 'function' ? 'a function' : inner
  })
  return reduce(text ?? String(value))
}

function showError(error: Error & { code?: unknown; statusCode?: unknown }): string {
  const { name, code, message, statusCode } = error
  const fields = { name, code, message: error instanceof TypeError ? undefined : message, statusCode }
  return `Error ${reduce(JSON.stringify(fields))}`
}

type AnySession = {
  isValid(): boolean
  getIdToken(): { getJwtToken(): string; payload: object }
  getAccessToken(): { getJwtToken(): string; payload: object; getExpiration(): number; getIssuedAt(): number }
  getRefreshToken(): { getToken(): string } | undefined
}

const isUser = (value: unknown): value is { getUsername(): string } =>
  typeof value === 'object' && value !== null && 'getUsername' in value

const isSession = (value: unknown): value is AnySession =>
  typeof value === 'object' && value !== null && 'getAccessToken' in value

function showSession(session: AnySession): string {
  const access = session.getAccessToken()
  return `a session ${reduce(
    JSON.stringify({
      valid: session.isValid(),
      access: access.getJwtToken(),
      accessClaims: Object.keys(access.payload).sort(),
      seconds: access.getExpiration() - access.getIssuedAt(),
      id: session.getIdToken().getJwtToken(),
      idClaims: Object.keys(session.getIdToken().payload).sort(),
      refresh: session.getRefreshToken()?.getToken(),
    }),
  )}`
}

export function reduce(text: string): string {
  return text
    .replace(/eyJ[\w-]*\.[\w-]*\.[\w-]*(\.[\w-]*\.[\w-]*)?/g, '<token>')
    .replace(/\w+_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<key>')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replace(/\d{10}(\.\d+)?/g, '<time>')
    .replace(/\b[A-Z2-7]{32,}\b/g, '<secret>')
    .replace(/127\.0\.0\.1:\d+/g, '<host>')
    .replace(/-[\da-f]{9}\b/g, '<group>')
    .replace(/[\w+/=-]{40,}/g, '<text>')
}

/** A custom storage that records which keys are set and removed. Both libraries must use the same keys. */
export class Recorder {
  readonly values = new Map<string, unknown>()
  readonly log: string[] = []
  getItem(key: string): string | null {
    return (this.values.get(key) as string | undefined) ?? null
  }
  setItem(key: string, value: string): void {
    this.log.push(`set ${reduce(key)}`)
    this.values.set(key, value)
  }
  removeItem(key: string): void {
    this.log.push(`remove ${reduce(key)}`)
    this.values.delete(key)
  }
  clear(): void {
    this.values.clear()
  }
  /** Prints the sorted keys with their values. */
  print(title: string): void {
    const lines = [...this.values].map(([key, value]) => {
      const shown = key.endsWith('.clockDrift') && Math.abs(Number(value)) <= 2 ? '<drift>' : reduce(String(value))
      return `  ${reduce(key)} = ${typeof value} ${shown}`
    })
    console.log(`${title}:${lines.length === 0 ? ' nothing' : `\n${lines.sort().join('\n')}`}`)
  }
}

/** Returns the code that the pool sent last. */
export async function lastCode(username?: string): Promise<string> {
  const outbox = (await (await fetch(`${ENDPOINT}_emulator/outbox`)).json()) as { username: string; code: string }[]
  return outbox.findLast((sent) => username === undefined || sent.username === username)?.code ?? ''
}

/** Returns a code that differs from the right code. */
export const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000')

export async function order(fault: object): Promise<void> {
  await control('faults', fault)
}

export async function clearFaults(): Promise<void> {
  await fetch(`${ENDPOINT}_emulator/faults`, { method: 'DELETE' })
}

/** Advances the clocks of the service and of this program. */
export async function advance(seconds: number): Promise<void> {
  await control('clock', { advanceSeconds: seconds })
  advancedMs += seconds * 1000
}

async function control(what: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${ENDPOINT}_emulator/${what}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

let advancedMs = 0
const NativeDate = Date

globalThis.Date = class extends NativeDate {
  constructor(...given: []) {
    super(...((given.length === 0 ? [NativeDate.now() + advancedMs] : given) as []))
  }
  static override now(): number {
    return NativeDate.now() + advancedMs
  }
} as DateConstructor

/** Computes the six digits of an authenticator app (RFC 6238). */
export async function totp(secret: string): Promise<string> {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(bytes), { name: 'HMAC', hash: 'SHA-1' }, false, [
    'sign',
  ])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 30_000)))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const offset = mac.getUint8(19) & 15
  return String((mac.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Records the requests to the service. `print` shows one line per request, without repetitions, proofs and tokens. */
export function recordRequests(): { print(title: string): void } {
  const requests: string[] = []
  const native = globalThis.fetch
  globalThis.fetch = (url, init) => {
    const target = (init?.headers as Record<string, string> | undefined)?.['X-Amz-Target']
    if (target) requests.push(`  ${target.split('.')[1]} ${reduceRequest(init?.body as string)}`)
    return native(url, init)
  }
  return {
    print(title) {
      const different = requests.filter((request, index) => request !== requests[index - 1]) // without repetitions of a request
      console.log(`${title}:\n${different.join('\n')}`)
      requests.length = 0
    },
  }
}

const REDUCED = /^(SRP_A|TIMESTAMP|DeviceName|Session|Salt)$/

function reduceRequest(body: string): string {
  const request = JSON.parse(body) as Record<string, unknown> & Record<'AuthParameters' | 'ChallengeResponses', any>
  // The service ignores these fields. The incumbent sends SMS_MFA_CODE with the relevant code, and our library sends
  // DEVICE_KEY for a known device.
  if (request.ChallengeResponses?.SOFTWARE_TOKEN_MFA_CODE) delete request.ChallengeResponses.SMS_MFA_CODE
  if (request['AuthFlow'] === 'USER_SRP_AUTH') delete request.AuthParameters.DEVICE_KEY
  return reduce(JSON.stringify(sorted(request))).replace(/"\d{6}"/g, '<code>')
}

/** Returns a value with sorted keys and without empty properties. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== null && JSON.stringify(inner) !== '{}')
    .map(([key, inner]): [string, unknown] => [key, REDUCED.test(key) ? `<${key}>` : sorted(inner)])
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}
