import { inspect } from 'node:util'

/**
 * A "sent" message: a code, the temporary password of an invitation, or a welcome.
 *
 * @example
 * const print = ({ kind, destination, code }: DeliveredMessage) => console.log(kind, destination, code)
 */
export type DeliveredMessage = {
  /** WELCOME greets a user whom the UserMigration trigger created. It has no code. */
  kind: 'CODE' | 'TEMPORARY_PASSWORD' | 'WELCOME'
  userPoolId: string
  username: string
  medium: 'EMAIL' | 'SMS'
  /** The full address or phone number. Clients see only a masked form. */
  destination: string
  /** The code or the password. */
  code: string
  /** Subject and text of the message, absent if a custom sender trigger writes the message. An SMS has no subject. */
  subject?: string
  message?: string
  /** Link that confirms the account, if the pool confirms accounts by link. */
  link?: string
}

/**
 * A request and its result, without secrets. `describeRequest` formats the request as one line for a terminal.
 *
 * @example
 * const isRefusal = ({ error }: AnsweredRequest): boolean => error === 'NotAuthorizedException'
 */
export type AnsweredRequest = {
  method: string
  /** Path of the URL without the query. */
  path: string
  /** Operation of the service's API, for example `InitiateAuth`. */
  operation?: string
  userPoolId?: string
  clientId?: string
  /** The user as named in the request: a user name, an address or an alias. */
  username?: string
  /** HTTP status, absent if a fault dropped the connection. */
  status?: number
  /** Name of the exception. */
  error?: string
  durationMs: number
}

/**
 * Characters that a terminal interprets instead of showing: control characters, line separators, bidirectional controls and
 * lone surrogates.
 */
const NOT_FOR_A_TERMINAL = /[\p{C}\u2028\u2029]/gu

/** Makes untrusted text safe for one line of a terminal or log. Control characters become escapes such as `\u{1b}`. */
export function printable(text: string): string {
  return text.replaceAll(NOT_FOR_A_TERMINAL, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** Applies {@link printable} to each line of an untrusted text. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Formats a value as indented JSON. Characters that a terminal would interpret become JSON escapes. */
export function printableJson(value: unknown): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, undefined, 2).replaceAll(NOT_FOR_A_TERMINAL, (character) =>
    character === '\n' ? character : character.replaceAll(/[^]/g, escape),
  )
}

/**
 * Formats a delivered message as one line for a terminal. Names and addresses come from users, so their control
 * characters are escaped and cannot move the cursor, change colours or add lines.
 *
 * @example
 * const emulator = createEmulator({
 *   userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }],
 *   onDelivery: (message) => console.log(describeDelivery(message)),
 * })
 */
export function describeDelivery({ kind, medium, username, destination, code }: DeliveredMessage): string {
  if (kind === 'WELCOME') return printable(`${medium} to ${destination} (${username}): welcome`)
  const what = kind === 'CODE' ? '' : ', temporary password'
  return printable(`${medium} to ${destination} (${username})${what}: ${code}`)
}

/**
 * Formats a request and its result as one line for a terminal or log.
 *
 * @example
 * const emulator = createEmulator({
 *   userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }],
 *   onRequest: (request) => console.log(describeRequest(request)),
 * })
 */
export function describeRequest(request: AnsweredRequest): string {
  const { method, path, operation, userPoolId, clientId, username, status, error, durationMs } = request
  const parts = [
    operation ?? `${method} ${path}`,
    userPoolId && `pool=${userPoolId}`,
    clientId && `client=${clientId}`,
    username && `user=${username}`,
    status ?? 'dropped',
    error,
    `${Math.round(durationMs)} ms`,
  ]
  return printable(parts.filter((part) => part !== undefined && part !== '').join(' '))
}

/** Formats an unexpected error with its stack for the log. */
export function describeFailure(what: string, error: unknown): string {
  return printableLines(`${what}: ${inspect(error)}`)
}
