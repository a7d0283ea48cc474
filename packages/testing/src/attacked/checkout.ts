import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createSigningPool, serveKeySet, type SigningPool } from '../signing-pool.ts'
import { Program, type ProgramOptions } from './program.ts'

/** An API that trusts a pool of the attacker's making, so that tokens for anybody are at hand. */
export type ApiProgram = { api: Program; pool: SigningPool }

/** The folder that is attacked, and how its servers are started. */
export class Checkout {
  readonly folder: string
  readonly #temporary = mkdtempSync(join(tmpdir(), 'attack-'))
  readonly #stops: (() => Promise<void>)[] = []
  #started = 0

  constructor(folder: string) {
    this.folder = folder
  }

  /** The whole product, as `npm start` runs it on the app that was built before. `url` has no path. */
  async startProduct(options: ProgramOptions = {}): Promise<Program> {
    const dataFolder = join(this.#temporary, `product-${(this.#started += 1)}`)
    const env = { PORT: '0', DATA_DIR: dataFolder, ...options.env }
    return this.#start(['packages/product/src/main.ts'], dataFolder, { ...options, env }, /ready: +(\S+)/)
  }

  /**
   * The emulator's command.
   *
   * @param configuration what its configuration file says; without one, pool local_Pool1 with client web and no users
   * @param options `parameters` are more of the command's arguments, `'--data'` and a file say
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

  /** The API alone, on SQLite, with a pool whose tokens the attacker makes: `pool.accessToken('ana')`. */
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

  /** A module of the attacked checkout, in this process: the client's sources, a parser. */
  async load<Module>(path: string): Promise<Module> {
    return import(pathToFileURL(resolve(this.folder, path)).href) as Promise<Module>
  }

  /** A file of the attacked checkout. */
  read(path: string): string {
    return readFileSync(resolve(this.folder, path), 'utf8')
  }

  /** An empty folder that is gone afterwards. */
  emptyFolder(): string {
    return mkdtempSync(join(this.#temporary, 'folder-'))
  }

  /** Ends what was started, and removes its data. */
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
