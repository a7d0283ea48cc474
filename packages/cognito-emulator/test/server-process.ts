import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../src/tools/cli.ts', import.meta.url))
const LISTENING = /Listening on (\S+)/

/** An emulator in its own process, which can be measured and killed. */
export type ServerProcess = { url: string; process: ChildProcess }

/** Starts the command and waits until it listens. By default, runs the sources. */
export function startServer(
  parameters: string[],
  nodeOptions: string[] = [],
  cli: string = CLI,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeOptions, cli, '--port', '0', ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const [, url] = LISTENING.exec(printed) ?? []
      if (url !== undefined) resolve({ url, process: child })
    })
    child.once('exit', (code) =>
      reject(new Error(`The emulator exited with status ${code} before it started listening.`)),
    )
  })
}
