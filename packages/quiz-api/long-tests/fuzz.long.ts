// Feeds 120,000 fuzz inputs to the API and to the parser of bank files. Most inputs are mutated from valid requests and
// questions. Each response must have a status below 500 and follow the contract. A request may take 100 ms of processor
// time, and a bank file may take one second. Meanwhile, a second student keeps reading the bank.
// Run: node --conditions=@cognito-srp/source packages/quiz-api/long-tests/fuzz.long.ts [seed [path]]

import { problemSchema } from '@cognito-srp/contract'
import { fuzz, type Trial } from '@cognito-srp/testing/fuzz'
import { brokenOff, hugeText, mutate, mutateText, Random } from '@cognito-srp/testing/fuzz-inputs'
import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createQuizApi } from '../src/app.ts'
import { BankError, parseBank } from '../src/questions/bank-file.ts'
import { importBank } from '../src/questions/import-bank.ts'
import { readSeedBank } from '../src/index.ts'
import { openSqliteStore } from '../src/store/sqlite-store.ts'
import { makeRequest, makeTokens, type FuzzRequest } from './fuzz/requests.ts'

const SECOND_USER = 'eva'

/** Stack of the last 5xx in the API's log. */
let lastFailure: string | undefined

const folder = mkdtempSync(join(tmpdir(), 'fuzz-api-'))
const store = openSqliteStore(join(folder, 'quiz.sqlite'))
const questions = readSeedBank()
await importBank(store, questions)
const pool = await createSigningPool()
const { issuer, jwks, clientId } = pool
const api = createQuizApi({
  store,
  issuer,
  jwks,
  clientIds: [clientId],
  allowedOrigins: ['https://example.com'],
  writesPerMinute: 1_000_000,
  log: (entry) => {
    if (entry.level === 'error') lastFailure = entry.stack
  },
})
const tokens = await makeTokens(pool, Random.of(1))
const secondUsers = await pool.accessToken(SECOND_USER)

try {
  await fuzz({
    inputs: 120_000,
    targets: [
      { name: 'requests', percent: 90, make: requests },
      { name: 'bank files', percent: 10, make: bankFiles, slowestMs: 1_000 },
    ],
    slowestMs: 100,
    isRefusal: (error) => error instanceof BankError,
    secondUser: async () => {
      const answer = await api.request('/questions', { headers: { Authorization: `Bearer ${secondUsers}` } })
      if (answer.status !== 200) throw new Error(`A second user got status ${answer.status}.`)
      await answer.arrayBuffer()
    },
  })
} finally {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
}

function requests(random: Random): Trial {
  const input = makeRequest(random, tokens)
  return { input, run: async () => judge(input, await api.fetch(toRequest(input))) }
}

/**
 * Throws if a response has a 5xx status, contains a stack trace, lacks the security headers, or is an error response
 * that violates the contract.
 *
 * @returns the status, and the code of an error response
 */
async function judge({ method }: FuzzRequest, answer: Response): Promise<string> {
  const text = await answer.text()
  if (answer.status >= 500) throw new Error(`The response is ${answer.status}: ${lastFailure}`)
  if (/\n\s+at .+:\d+/.test(text)) throw new Error(`The response contains a stack trace: ${text}`)
  if (answer.headers.get('X-Content-Type-Options') !== 'nosniff') throw new Error('The security headers are missing.')
  if (answer.status < 400 || method === 'HEAD') return String(answer.status)
  const { code } = problemSchema.parse(JSON.parse(text))
  return `${answer.status} ${code}`
}

function toRequest({ method, path, headers, body, breaksOff }: FuzzRequest): Request {
  const url = `http://localhost${path}`
  if (body === undefined) return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: breaksOff ? brokenOff(body) : body, duplex: 'half' } as RequestInit)
}

function bankFiles(random: Random): Trial {
  const chosen = [random.pick(questions), random.pick(questions)]
  const name = random.oneIn(2) ? 'bank.csv' : 'bank.json'
  const asJson = () => JSON.stringify(mutate(random, chosen)) ?? ''
  const text = random.oneIn(500) ? hugeText(random) : name === 'bank.csv' ? asCsv(random, chosen) : asJson()
  const input = { name, text: random.oneIn(3) ? mutateText(random, text) : text }
  return { input, run: () => parseBank(name, input.text) }
}

function asCsv(random: Random, chosen: typeof questions): string {
  const rows = chosen.map(({ id, question, alternatives, correct, theme }) => {
    const cells = [id, question, ...alternatives, correct, theme].map(
      (cell) => `"${String(cell).replaceAll('"', '""')}"`,
    )
    return cells.join(random.pick([',', ';', ',', '\t']))
  })
  return [
    random.pick(['id,question,alternative1,alternative2,alternative3,alternative4,correct,theme', 'id;question', '']),
    ...rows,
  ].join(random.pick(['\n', '\r\n']))
}
