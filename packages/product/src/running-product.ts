import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const REPOSITORY = resolve(import.meta.dirname, '../../..')
const START = ['--conditions=@cognito-srp/source', 'packages/product/src/main.ts']

/** The whole product in a separate process with its own data folder, as `npm start` runs it. */
export class RunningProduct {
  readonly dataFolder: string
  readonly #variables: Record<string, string>
  #process: ChildProcess | null = null
  #url = ''

  /** @param variables additional environment variables, such as HOST */
  constructor(dataFolder: string, variables: Record<string, string> = {}) {
    this.dataFolder = dataFolder
    this.#variables = variables
  }

  get url(): string {
    return this.#url
  }

  /** Starts the server and waits until it prints its address. A restart keeps the port. */
  async start(): Promise<void> {
    const port = this.#url === '' ? '0' : new URL(this.#url).port
    const child = spawn(process.execPath, START, {
      cwd: REPOSITORY,
      env: { ...process.env, ...this.#variables, PORT: port, DATA_DIR: this.dataFolder },
    })
    this.#process = child
    process.once('exit', () => child.kill('SIGKILL')) // stop the server even if this program fails
    this.#url = await announcedUrl(child)
  }

  /** Kills the server with SIGKILL, which the server cannot handle. */
  async kill(): Promise<void> {
    const child = this.#process
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

function announcedUrl(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /Revisa is ready: +(\S+)/.exec(output)?.[1]
      if (url) done(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) =>
      fail(new Error(`The product exited with status ${code} before it was ready:\n${output}`)),
    )
  })
}
