import { inspect } from 'node:util'

/**
 * A code, or the temporary password of an invitation, that was "sent".
 *
 * @example
 * const print = ({ kind, destination, code }: DeliveredMessage) => console.log(kind, destination, code)
 */
export type DeliveredMessage = {
  /** WELCOME greets a user whom UserMigration found; it has no code. */
  kind: 'CODE' | 'TEMPORARY_PASSWORD' | 'WELCOME'
  userPoolId: string
  username: string
  medium: 'EMAIL' | 'SMS'
  /** The full address or number; clients only ever see it masked. */
  destination: string
  /** The code or the password. */
  code: string
  /** What the person reads; absent where a custom sender writes it. An SMS has no subject. */
  subject?: string
  message?: string
  /** The address that confirms the account, in the e-mail of a pool that verifies by link. */
  link?: string
}

/**
 * A request and how it was answered: nothing of it is a secret. `describeRequest` makes a line for a terminal of it.
 *
 * @example
 * const isRefusal = ({ error }: AnsweredRequest): boolean => error === 'NotAuthorizedException'
 */
export type AnsweredRequest = {
  method: string
  /** Without its query. */
  path: string
  /** Of the service's API: `InitiateAuth`, for example. */
  operation?: string
  userPoolId?: string
  clientId?: string
  /** As it was given: a user name, an address or an alias. */
  username?: string
  /** Absent when the connection was dropped on order. */
  status?: number
  /** The name of the exception. */
  error?: string
  durationMs: number
}

/** Control characters, line ends, directions of writing, halves of characters: what a terminal would obey, not show. */
const NOT_FOR_A_TERMINAL = /[\p{C}\u2028\u2029]/gu

/** A text that others chose, on one line of a terminal or a log: what is no letter to it becomes `\u{1b}`. */
export function printable(text: string): string {
  return text.replaceAll(NOT_FOR_A_TERMINAL, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** Lines whose text others may have chosen: each as {@link printable} shows it. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** A value as JSON over several lines, in which a terminal finds nothing to obey: it is escaped as JSON escapes. */
export function printableJson(value: unknown): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, undefined, 2).replaceAll(NOT_FOR_A_TERMINAL, (character) =>
    character === '\n' ? character : character.replaceAll(/[^]/g, escape),
  )
}

/**
 * A delivered code as one line for a terminal. Names and addresses are what others typed: nothing in them moves the cursor,
 * changes colours or adds a line.
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
 * A request and its answer as one line for a terminal or a log.
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

/** An unexpected error with its stack, for the log. */
export function describeFailure(what: string, error: unknown): string {
  return printableLines(`${what}: ${inspect(error)}`)
}
