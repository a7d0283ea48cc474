import { spawn } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const START_LIMIT_MS = 120_000

/** A running script of an example's package.json. */
export type Program = {
  /** URL to open in a browser. */
  url: string
  /** Moves the program's clock ahead. */
  advance(seconds: number): Promise<void>
  stop(): Promise<void>
}

/** Runs a script of the example until it exits. If the script fails, the error contains its output. */
export async function runScript(example: string, script: string, env: Record<string, string>): Promise<void> {
  const { child, output } = start(example, script, env)
  const code = await new Promise((exited) => child.once('close', exited))
  if (code !== 0) throw new Error(`${script} of ${example} exited with status ${String(code)}:\n${output.join('')}`)
}

/** Starts a script that serves on a free port, and waits until it has printed its address. */
export async function startProgram(example: string, script: string, env: Record<string, string>): Promise<Program> {
  const clock = `${example}/.clock`
  await writeFile(clock, '0')
  const preload = `--import=${join(import.meta.dirname, 'movable-clock.mjs')}`
  const { child, output } = start(example, script, { PORT: '0', ...env, NODE_OPTIONS: preload, CLOCK_FILE: clock })
  const ended = new Promise<void>((exited) => child.once('close', () => exited()))
  const url = await new Promise<string>((found, fail) => {
    const give = (why: string) => fail(new Error(`${script} of ${example} ${why}:\n${output.join('')}`))
    const limit = setTimeout(() => give('printed no address'), START_LIMIT_MS)
    child.stdout.on('data', () => {
      const [address] = /http:\/\/localhost:\d+/.exec(stripVTControlCharacters(output.join(''))) ?? []
      if (address === undefined) return
      clearTimeout(limit)
      found(address)
    })
    void ended.then(() => give('exited before it printed its address'))
  })
  let aheadSeconds = 0
  return {
    url,
    async advance(seconds) {
      aheadSeconds += seconds
      await writeFile(`${clock}.new`, String(aheadSeconds * 1000))
      await rename(`${clock}.new`, clock) // atomically, so that no incomplete file is read
    },
    async stop() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL') // including its child processes
      await ended
    },
  }
}

function start(example: string, script: string, env: Record<string, string>) {
  const port = env['PORT'] === undefined || script !== 'serve' ? [] : ['--', '--port', env['PORT']]
  const child = spawn(process.execPath, ['--run', script, ...port], {
    cwd: example,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: '1', NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // own process group, which can be killed as a whole
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  return { child, output }
}
