import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { prepareConsumer, type Consumer } from './consumer.ts'

/** The line of JSON that a consumer prints for each environment. */
export type Line = {
  /** Version of the tool or runtime, if the consumer tries multiple versions. */
  version?: string
  environment?: string
  signIn: string
  refused: string
  refreshed: boolean
  figures?: string
}

export type Result = { consumer: Consumer; lines: Line[]; seconds: number; failure?: string }

type Surroundings = { tarball: string; folder: string; endpoint: string; keeps: boolean }

const LIMIT_MS = 300_000
const SHOWN_LINES = 60

/** Copies, installs and runs one consumer. A failure contains the consumer's output. */
export async function runConsumer(
  consumer: Consumer,
  { tarball, folder, endpoint, keeps }: Surroundings,
): Promise<Result> {
  const startMs = performance.now()
  const project = join(folder, consumer.name)
  const output: string[] = []
  let lines: Line[] = []
  let failure: string | undefined
  try {
    await prepareConsumer(consumer, tarball, project)
    const exit = await runSignIn(project, endpoint, (text) => output.push(text))
    lines = readLines(output.join(''))
    failure = findFailure(consumer, lines, exit)
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error)
  } finally {
    if (!keeps) await rm(project, { recursive: true, force: true, maxRetries: 3 })
  }
  const seconds = Math.round((performance.now() - startMs) / 1000)
  if (failure === undefined) return { consumer, lines, seconds }
  return {
    consumer,
    lines,
    seconds,
    failure: `${failure}\n${output.join('').split('\n').slice(-SHOWN_LINES).join('\n')}`,
  }
}

/** How a script ended: its exit code, the signal that ended it, or `timeout`. */
type Exit = number | NodeJS.Signals | 'timeout' | null

/**
 * Runs the script `sign-in` with `COGNITO_ENDPOINT` and with this repository's Node first in PATH. Also kills processes
 * that the script leaves running.
 */
function runSignIn(project: string, endpoint: string, onOutput: (text: string) => void): Promise<Exit> {
  return new Promise((done, fail) => {
    const env = {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      COGNITO_ENDPOINT: endpoint,
      OPEN_PAGE: join(import.meta.dirname, 'open-page.ts'),
      CI: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      FORCE_COLOR: undefined,
      NO_COLOR: '1',
    }
    const child = spawn(process.execPath, ['--run', 'sign-in'], { cwd: project, env, detached: true })
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // the whole group has exited
      }
    }
    let isLate = false
    const limit = setTimeout(() => {
      isLate = true
      endGroup()
    }, LIMIT_MS)
    child.stdout.setEncoding('utf8').on('data', onOutput)
    child.stderr.setEncoding('utf8').on('data', onOutput)
    child.once('error', fail)
    child.once('exit', endGroup)
    child.once('close', (code, signal) => {
      clearTimeout(limit)
      done(isLate ? 'timeout' : (code ?? signal))
    })
  })
}

/** Extracts the lines of JSON. Test runners indent the output of a test and print other lines around the output. */
function readLines(output: string): Line[] {
  return stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('{') && line.includes('"signIn"'))
    .map((line) => JSON.parse(line) as Line)
}

function findFailure({ environments }: Consumer, lines: Line[], exit: Exit): string | undefined {
  const wrong = lines.find(({ signIn, refused, refreshed }) => {
    return signIn !== 'SIGNED_IN' || refused !== 'NotAuthorizedException' || !refreshed
  })
  if (wrong) return `It printed ${JSON.stringify(wrong)}.`
  if (exit === 'timeout') return `It did not exit within ${LIMIT_MS / 1000} s and was killed.`
  if (typeof exit !== 'number') return `It was killed by the signal ${exit}.`
  if (exit !== 0) return `It exited with status ${exit}.`
  if (lines.length !== environments) return `${lines.length} environments signed in, ${environments} should.`
  return undefined
}
