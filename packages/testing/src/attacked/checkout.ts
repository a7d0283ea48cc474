import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createSigningPool, serveKeySet, type SigningPool } from '../signing-pool.ts'
import { Program, type ProgramOptions } from './program.ts'

/** A running API and the pool that it trusts. The attacker can use the pool to issue tokens for any user. */
export type ApiProgram = { api: Program; pool: SigningPool }

/** Checkout under attack, with functions that start its servers. */
export class Checkout {
  readonly folder: string
  readonly #temporary = mkdtempSync(join(tmpdir(), 'attack-'))
  readonly #stops: (() => Promise<void>)[] = []
  #started = 0

  constructor(folder: string) {
    this.folder = folder
  }

  /** Starts the whole product with the built app, as `npm start` does. `url` has no path. */
  async startProduct(options: ProgramOptions = {}): Promise<Program> {
    const dataFolder = join(this.#temporary, `product-${(this.#started += 1)}`)
    const env = { PORT: '0', DATA_DIR: dataFolder, ...options.env }
    return this.#start(['packages/product/src/main.ts'], dataFolder, { ...options, env }, /ready: +(\S+)/)
  }

  /**
   * Starts the emulator's command.
   *
   * @param configuration content of its configuration file; the default is pool local_Pool1 with client web and no
   * users
   * @param options `parameters` are additional arguments of the command, such as `'--data'` and a file
   */
  async startEmulator(
    configuration?: object,
    { parameters = [], ...options }: ProgramOptions & { parameters?: readonly string[] } = {},
  ): Promise<Program> {
    const file = join(this.#temporary, `emulator-${(this.#started += 1)}.json`)
    if (configuration !== undefined) writeFileSync(file, JSON.stringify(configuration))
    const chosen = configuration === undefined ? [] : ['--config', file]
    const command = ['packages/cognito-emulator/src/tools/cli.ts', '--port', '0', ...chosen, ...parameters]
    return this.#start(command, this.#temporary, options, /Listening on (\S+)/)
  }

  /**
   * Starts only the API, with SQLite and a pool for which the attacker can issue tokens, for example with
   * `pool.accessToken('ana')`.
   */
  async startApi(options: ProgramOptions = {}): Promise<ApiProgram> {
    const dataFolder = this.#temporary
    const pool = await createSigningPool()
    const keys = await serveKeySet(pool)
    this.#stops.push(() => keys.stop())
    const env = {
      PORT: '0',
      STORE: `sqlite:${join(dataFolder, `api-${(this.#started += 1)}.sqlite`)}`,
      ISSUER: pool.issuer,
      CLIENT_IDS: pool.clientId,
      JWKS_URL: keys.url,
      SECURE_COOKIES: 'false',
      ...options.env,
    }
    const command = ['packages/quiz-api/src/cli.ts', 'serve']
    const api = await this.#start(command, dataFolder, { ...options, env }, /"started","url":"([^"]+)"/)
    return { api, pool }
  }

  /** Imports a module from the attacked checkout into this process, such as the client's sources or a parser. */
  async load<Module>(path: string): Promise<Module> {
    return import(pathToFileURL(resolve(this.folder, path)).href) as Promise<Module>
  }

  /** Reads a file from the attacked checkout. */
  read(path: string): string {
    return readFileSync(resolve(this.folder, path), 'utf8')
  }

  /** Creates an empty folder, which `close` removes. */
  emptyFolder(): string {
    return mkdtempSync(join(this.#temporary, 'folder-'))
  }

  /** Stops everything that was started and removes its data. */
  async close(): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop()
    rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 3 })
  }

  #start(
    parameters: readonly string[],
    dataFolder: string,
    options: ProgramOptions,
    announcement: RegExp,
  ): Promise<Program> {
    const program = new Program(this.folder, parameters, dataFolder, options)
    this.#stops.push(() => program.stop())
    return program.ready(announcement)
  }
}
