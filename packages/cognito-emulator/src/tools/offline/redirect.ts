import { isServiceHost } from '../../pools/address.ts'

const DEFAULT_URL = 'http://127.0.0.1:9339/'

/** What a failed connection says by its code. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** The emulator that the environment names. @throws {TypeError} when that is no address. */
export function emulatorUrl({ COGNITO_EMULATOR_URL = DEFAULT_URL }: NodeJS.ProcessEnv): URL {
  const url = URL.parse(COGNITO_EMULATOR_URL)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new TypeError(`COGNITO_EMULATOR_URL is no http address: ${COGNITO_EMULATOR_URL}`)
}

/** Where a request to the service goes instead; undefined for all others, which are nobody's business here. */
export function redirect(url: URL, emulator: URL): URL | undefined {
  if (!isServiceHost(url.hostname)) return undefined
  const target = new URL(emulator)
  target.pathname = `${emulator.pathname.replace(/\/$/, '')}${url.pathname}`
  target.search = url.search
  return target
}

/** Adds to a failed connection's message what can be done about it. */
export function explainUnreachable(error: unknown, emulator: URL): void {
  if (!(error instanceof Error) || !isUnreachable(error)) return
  const { message, stack } = error
  error.message =
    `The Cognito emulator cannot be reached at ${emulator.href} (${message}). ` +
    'Start it with the command cognito-emulator, or say its address in COGNITO_EMULATOR_URL.'
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message) // it is printed, where nobody catches
}

function isUnreachable(error: Error & { code?: unknown }): boolean {
  return UNREACHABLE.has(error.code) || (error.cause instanceof Error && isUnreachable(error.cause))
}
