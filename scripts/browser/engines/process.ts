import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export const START_TIMEOUT_MS = 60_000

/** Waits until a program prints what matches, and gives the first group of the match. */
export function outputMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((done, fail) => {
    let output = ''
    const timer = setTimeout(() => fail(new Error(`No ${String(pattern)} in time in:\n${output}`)), START_TIMEOUT_MS)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const match = pattern.exec(output)?.[1]
      if (match === undefined) return
      clearTimeout(timer)
      done(match)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`${child.spawnfile} ended with code ${code}:\n${output}`)))
  })
}

/** Ends a program that was started here and waits until it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
