import { inspect } from 'node:util'

import type { AnsweredRequest, DeliveredMessage } from './options.ts'

/** Control characters, line ends, directions of writing, halves of characters: what a terminal would obey, not show. */
const NOT_FOR_A_TERMINAL = /[\p{C}\u2028\u2029]/gu

/** A text that others chose, on one line of a terminal or a log: what is no letter to it becomes `\u{1b}`. */
export function printable(text: string): string {
  return text.replaceAll(NOT_FOR_A_TERMINAL, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
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
  return `${what}: ${inspect(error)}`.split('\n').map(printable).join('\n')
}
