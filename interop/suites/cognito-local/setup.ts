// Replaces cognito-local's own `integration-tests/aws-sdk/setup.ts`. Each test gets a new emulator. The calls'
// parameters are adapted to the service's rules. If the environment variable WORDS is `of-cognito-local`, the errors
// listed in words.ts get cognito-local's names and messages.

import { execFileSync } from 'node:child_process'
import { CognitoIdentityServiceProvider } from 'aws-sdk'
import { beforeEach } from 'vitest'

import { AdaptedCalls } from './calls.ts'
import { sayAsCognitoLocal } from './words.ts'

const FACTORY = process.env['EMULATOR_FACTORY'] ?? ''
const TRANSLATES = process.env['WORDS'] === 'of-cognito-local'

type Message = { username: string; medium: string; destination: string; code: string }
type Sent = { params: Record<string, unknown> }
type Tests = (client: () => CognitoIdentityServiceProvider, inside: ReturnType<typeof readInside>) => void

/** Wrapper that the tests call. Some tests pass a clock that does not advance. */
export const withCognitoSdk =
  (tests: Tests, { clock }: { clock?: { get(): Date } } = {}) =>
  () => {
    let url = ''
    let client: CognitoIdentityServiceProvider
    beforeEach(async () => {
      const time = clock ? `?nowMs=${clock.get().getTime()}` : ''
      const answer = await fetch(`${FACTORY}/new${time}`, { method: 'POST' })
      url = ((await answer.json()) as { url: string }).url
      client = createClient(url)
    })
    tests(
      () => client,
      readInside(() => url),
    )
  }

/** Creates a client that adapts the parameters of each call and the response. */
function createClient(url: string): CognitoIdentityServiceProvider {
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  const client = new CognitoIdentityServiceProvider({ endpoint: url, region: 'local', credentials, maxRetries: 0 })
  const adapted = new AdaptedCalls(url)
  const bend = async (sent: Sent, done: (error?: unknown) => void, operation: string) => {
    try {
      sent.params = await adapted.toService(operation, sent.params)
      done()
    } catch (error) {
      done(error)
    }
  }
  client.customizeRequests((request) => {
    request.onAsync('validate', (sent, done) => void bend(sent, done, request.operation))
    request.on('extractData', (received) => {
      received.data = adapted.fromService(received.data)
    })
    request.on('extractError', ({ error }) => {
      if (TRANSLATES && error) sayAsCognitoLocal(request.operation, error)
    })
  })
  return client
}

/**
 * Reads the codes from the outbox, and returns them where the tests expect cognito-local's database and message queue.
 */
function readInside(url: () => string) {
  const outbox = () => {
    const text = execFileSync('curl', ['--silent', `${url()}_emulator/outbox`], { encoding: 'utf8' })
    return JSON.parse(text) as Message[] // synchronous, because the tests do not await it
  }
  return {
    dataStoreFactory: () => ({
      create: async () => ({
        get: async (_context: unknown, [, username]: readonly string[]) => ({
          AttributeVerificationCode: outbox().findLast((message) => message.username === username)?.code,
        }),
      }),
    }),
    messageDelivery: () => ({
      get collectedMessages() {
        return outbox().map(({ medium, destination, code }) => ({
          deliveryDetails: {
            AttributeName: medium === 'SMS' ? 'phone_number' : 'email',
            DeliveryMedium: medium,
            Destination: destination,
          },
          message: { __code: code },
        }))
      },
    }),
  }
}
