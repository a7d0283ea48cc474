import { expect, test } from 'vitest'

import { createTestEmulator } from '../../../test/caller.ts'
import { conform, type ConformReport } from './conform.ts'
import { formatReport } from './report.ts'
import { runConform } from './run.ts'

const url = 'http://127.0.0.1/'
const emulator = createTestEmulator()
const operationOf = (request: Request) => request.headers.get('x-amz-target')?.split('.')[1] ?? ''

const outcomes = ({ verdicts }: ConformReport) => new Set(verdicts.map(({ outcome }) => outcome))

test('the report on an endpoint that accepts everything lists every wrong answer as accepted', async () => {
  const tokens = { AccessToken: 'a.b.c', IdToken: 'a.b.c', RefreshToken: 'a.b' }
  const accepting = async (request: Request): Promise<Response> => {
    const response = await emulator.fetch(request)
    return response.status === 400 ? Response.json({ AuthenticationResult: tokens }) : response
  }
  const report = await conform({ url, fetch: accepting })
  const accepted = report.verdicts.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'accepted'))
  expect(accepted.length).toBeGreaterThan(20)
  expect(outcomes(report)).toEqual(new Set(['accepted']))
  expect(formatReport(report)).toContain('\n0 of 12 refused')
})

test('an endpoint that also rejects right answers gets no credit for rejecting wrong answers', async () => {
  const strict = (request: Request): Promise<Response> =>
    /^(InitiateAuth|SignUp|ForgotPassword)$/.test(operationOf(request))
      ? Promise.resolve(Response.json({ __type: 'NotAuthorizedException', message: 'No.' }, { status: 400 }))
      : emulator.fetch(request)
  const report = await conform({ url, fetch: strict })
  expect(report).toMatchObject({ refused: 0, signIns: { srp: 'InitiateAuth: NotAuthorizedException: No.' } })
  expect(outcomes(report)).toEqual(new Set(['not supported']))
})

test('a missing or failing operation does not count as a rejection, and the command deletes the pools that it created', async () => {
  const created: string[] = []
  const deleted: string[] = []
  const incomplete = async (request: Request): Promise<Response> => {
    const operation = operationOf(request)
    if (operation === 'RevokeToken') return new Response('<h1>500</h1>', { status: 500 })
    if (operation === 'GetUser' || new URL(request.url).pathname !== '/') return new Response('', { status: 404 })
    if (operation === 'DeleteUserPool') deleted.push(await request.clone().text())
    const response = await emulator.fetch(request)
    if (operation === 'CreateUserPool') {
      const { UserPool } = (await response.clone().json()) as { UserPool: { Id: string } }
      created.push(JSON.stringify({ UserPoolId: UserPool.Id }))
    }
    return response
  }
  const printed: string[] = []
  const print = (lines: string) => void printed.push(lines)
  expect(await runConform({ url, fetch: incomplete, mayMoveClock: true, json: true }, print)).toBe(1)
  const { refused, verdicts } = JSON.parse(printed.join('\n')) as ConformReport
  const findings = (id: string) => verdicts.find((verdict) => verdict.id === id)?.findings ?? []
  const outcomesOf = (id: string) => findings(id).map(({ outcome }) => outcome)
  expect(refused).toBe(11)
  expect(findings('ended-token')[0]).toMatchObject({ outcome: 'not supported', detail: 'RevokeToken: HTTP 500' })
  expect(new Set(outcomesOf('access-token'))).toEqual(new Set(['not supported']))
  expect(outcomesOf('reset')).toEqual(['refused', 'not judged', 'not judged'])
  expect(deleted).toEqual(created)
  expect(created).toHaveLength(2)
})

test('conform rejects if the endpoint cannot create a pool', async () => {
  const page = () => Promise.resolve(new Response('<h1>Hello</h1>'))
  await expect(conform({ url, fetch: page })).rejects.toThrow('CreateUserPool: HTTP 200')
})

test('the command explains that it cannot reach the endpoint', async () => {
  const dead = 'http://127.0.0.1:1/'
  const nothing = runConform({ url: dead, json: false }, () => undefined)
  await expect(nothing).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1\/ cannot be checked: /)
})

test('the command escapes control characters of responses in its messages and its JSON', async () => {
  const refusing = (message: string) => (request: Request) =>
    operationOf(request) === 'InitiateAuth'
      ? Promise.resolve(Response.json({ __type: 'NotAuthorizedException', message }, { status: 400 }))
      : emulator.fetch(request)
  const printed: string[] = []
  const print = (lines: string) => void printed.push(lines)
  await runConform({ url, fetch: refusing('\u009b2J\u001b[31m\u202e'), json: true }, print)
  const json = printed.join('\n')
  expect(json).not.toMatch(/[^\n\P{C}]/u)
  const { signIns } = JSON.parse(json) as ConformReport
  expect(signIns.srp).toBe('InitiateAuth: NotAuthorizedException: \u009b2J\u001b[31m\u202e')
  const page = () => Promise.resolve(Response.json({ __type: '\u009bX\nforged' }, { status: 400 }))
  await expect(runConform({ url, fetch: page, json: false }, print)).rejects.toThrow(
    String.raw`cannot be checked: CreateUserPool: \u{9b}X\u{a}forged`,
  )
})

test('a report lists the wrong answers that were not refused, and escapes control characters', () => {
  const report: ConformReport = {
    url,
    signIns: { password: 'ok', srp: 'InitiateAuth: no\u001b[31m' },
    verdicts: [
      { id: 'a', title: 'a wrong a', outcome: 'refused', findings: [{ way: 'x', outcome: 'refused', detail: 'No' }] },
      {
        id: 'b',
        title: 'a wrong b',
        outcome: 'accepted',
        findings: [
          { way: 'x', outcome: 'refused', detail: 'No' },
          { way: 'y', outcome: 'accepted', detail: '' },
        ],
      },
      {
        id: 'c',
        title: 'a wrong c',
        outcome: 'not supported',
        findings: [
          { way: 'x', outcome: 'not supported', detail: 'Do: HTTP 500' },
          { way: 'y', outcome: 'not supported', detail: 'Do: HTTP 500' },
        ],
      },
    ],
    refused: 1,
  }
  expect(formatReport(report).split('\n')).toEqual([
    'http://127.0.0.1/',
    'signs in       by password',
    'signs in       by SRP: no (InitiateAuth: no\\u{1b}[31m)',
    'refused        a wrong a',
    'ACCEPTED       a wrong b',
    '               - y: ACCEPTED',
    'not supported  a wrong c (Do: HTTP 500)',
    '1 of 3 refused',
  ])
})

/** Runs last, because conform advances the clock by several days. */
test('the emulator accepts the right password and rejects every wrong answer that conform sends', async () => {
  const report = await conform({ url, fetch: (request) => emulator.fetch(request), mayMoveClock: true })
  const ways = report.verdicts.flatMap(({ findings }) => findings)
  expect(report.signIns).toEqual({ password: 'ok', srp: 'ok' })
  expect(ways.filter(({ outcome }) => outcome !== 'refused')).toEqual([])
  expect(formatReport(report)).toMatch(/\n12 of 12 refused$/)
  const codes = new Map(ways.map(({ way, detail }) => [way, detail]))
  expect(codes.get('of another password')).toBe('NotAuthorizedException')
  expect(codes.get('a made-up code')).toBe('CodeMismatchException')
  expect(codes.get('a code of three days ago')).toBe('ExpiredCodeException')
})
