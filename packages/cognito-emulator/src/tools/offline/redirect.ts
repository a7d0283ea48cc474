import { isServiceHost } from '../../pools/address.ts'

const DEFAULT_URL = 'http://127.0.0.1:9339/'

/** Error codes of a failed connection. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** Reads the emulator's URL from the environment. @throws {TypeError} if the URL is not an http or https URL. */
export function emulatorUrl({ COGNITO_EMULATOR_URL = DEFAULT_URL }: NodeJS.ProcessEnv): URL {
  const url = URL.parse(COGNITO_EMULATOR_URL)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new TypeError(`COGNITO_EMULATOR_URL must be an http or https URL, not ${COGNITO_EMULATOR_URL}`)
}

/** Returns the emulator's URL for a request to the service, or undefined for any other request. */
export function redirect(url: URL, emulator: URL): URL | undefined {
  if (!isServiceHost(url.hostname)) return undefined
  const target = new URL(emulator)
  target.pathname = `${emulator.pathname.replace(/\/$/, '')}${url.pathname}`
  target.search = url.search
  return target
}

/** Adds an explanation to the message of a failed connection. */
export function explainUnreachable(error: unknown, emulator: URL): void {
  if (!(error instanceof Error) || !isUnreachable(error)) return
  const { message, stack } = error
  error.message =
    `The Cognito emulator cannot be reached at ${emulator.href} (${message}). ` +
    'Start it with the command cognito-emulator, or set COGNITO_EMULATOR_URL to its address.'
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message) // Node prints the stack of an uncaught error
}

function isUnreachable(error: Error & { code?: unknown }): boolean {
  return UNREACHABLE.has(error.code) || (error.cause instanceof Error && isUnreachable(error.cause))
}
