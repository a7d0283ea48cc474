import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { WebKitPrograms } from '../ensure-engines.ts'
import {
  asJson,
  COMMAND_TIMEOUT_MS,
  keyActions,
  NoAnswer,
  pointerActions,
  type Engine,
  type Profile,
  type Tab,
} from './engine.ts'
import { endProcess, outputMatch, START_TIMEOUT_MS } from './process.ts'

const WINDOW = { width: 1280, height: 900 }
const READY_TRIES = 100

/** WebKit by WebDriver (W3C), on a screen of its own. A driver has one session, so each profile has a driver. */
export async function startWebKit({ driver, browser, screen }: WebKitPrograms): Promise<Engine> {
  // Without -noreset the screen starts anew when its last window closes, and a browser that starts meanwhile hangs.
  const xvfb = spawn(screen, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset'])
  const display = `:${await outputMatch(xvfb, /(\d+)\n/)}`
  const open = () => openProfile(driver, browser, display)
  try {
    const first = await open()
    await first.close()
    return {
      name: 'WebKit',
      version: first.version,
      openProfile: open,
      close: () => endProcess(xvfb),
    }
  } catch (cause) {
    await endProcess(xvfb)
    throw cause
  }
}

async function openProfile(
  driver: string,
  browser: string,
  display: string,
): Promise<Profile & { readonly version: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'webkit-'))
  const downloads = join(folder, 'downloads')
  for (const made of [downloads, join(folder, '.config')]) mkdirSync(made)
  writeFileSync(join(folder, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/downloads"\n')
  const port = await freePort()
  const program = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', HOME: folder, LANG: 'C.UTF-8', LANGUAGE: 'pt_BR' },
  })
  const close = async () => {
    await endProcess(program)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const session = await Session.open(`http://127.0.0.1:${port}`, program, browser)
    await session.send('POST', '/window/rect', WINDOW)
    let firstHandle: string | null = (await session.send('GET', '/window')) as string
    return {
      version: session.version,
      downloads,
      async openTab() {
        const first = firstHandle
        firstHandle = null
        if (first !== null) return tabOf(session, first)
        // A window of its own: a tab behind another one is not drawn, and a press in it is never answered.
        const [open] = (await session.send('GET', '/window/handles')) as string[] // the last one used may be gone
        const request = { type: 'window' }
        const { handle } = (await session.send('POST', '/window/new', request, open)) as { handle: string }
        await session.send('POST', '/window/rect', WINDOW, handle)
        return tabOf(session, handle)
      },
      async close() {
        await session.send('DELETE', '').catch(() => undefined) // a browser that crashed has no session to end
        await close()
      },
    }
  } catch (cause) {
    await close()
    throw cause
  }
}

function tabOf(session: Session, handle: string): Tab {
  const send = (method: 'POST' | 'DELETE', path: string, body?: object) => session.send(method, path, body, handle)
  return {
    open: async (url) => void (await send('POST', '/url', { url })),
    reload: async () => void (await send('POST', '/refresh', {})),
    async evaluate(expression) {
      const script = `const done = arguments[0]; ${asJson(expression)}.then(done, (cause) => done({ message: String(cause) }))`
      const answer = (await send('POST', '/execute/async', { script, args: [] })) as string | { message: string }
      if (typeof answer !== 'string') throw new Error(`The page threw: ${answer.message}`)
      return JSON.parse(answer) as unknown
    },
    click: async (point) => void (await send('POST', '/actions', { actions: pointerActions(point) })),
    press: async (keys) => void (await send('POST', '/actions', { actions: keyActions(keys) })),
    close: async () => void (await send('DELETE', '/window')),
  }
}

/** One session of a driver. Its commands go to one window at a time, so they wait for each other. */
class Session {
  readonly version: string
  readonly #address: string
  #window = ''
  #last: Promise<unknown> = Promise.resolve()

  private constructor(address: string, version: string) {
    this.#address = address
    this.version = version
  }

  static async open(driver: string, program: ChildProcess, binary: string): Promise<Session> {
    await untilReady(driver, program)
    const options = { binary, args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    const { sessionId, capabilities: given } = (await request(
      'POST',
      `${driver}/session`,
      { capabilities },
      START_TIMEOUT_MS,
    )) as {
      sessionId: string
      capabilities: { browserVersion: string }
    }
    return new Session(`${driver}/session/${sessionId}`, given.browserVersion)
  }

  send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, window?: string): Promise<unknown> {
    const answer = this.#last.then(async () => {
      if (window !== undefined && window !== this.#window) {
        await request('POST', `${this.#address}/window`, { handle: window })
        this.#window = window
      }
      return request(method, `${this.#address}${path}`, body)
    })
    this.#last = answer.catch(() => undefined)
    return answer
  }
}

async function request(method: string, url: string, body?: object, timeoutMs = COMMAND_TIMEOUT_MS): Promise<unknown> {
  const command = `${method} ${new URL(url).pathname.split('/').slice(3).join('/')}`
  const signal = AbortSignal.timeout(timeoutMs)
  const sent = { method, signal, ...(body && { body: JSON.stringify(body) }) }
  const reply = await fetch(url, sent).catch((cause: unknown) => {
    throw signal.aborted ? new NoAnswer(command, timeoutMs) : cause
  })
  const { value } = (await reply.json()) as { value: unknown }
  if (reply.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${command}: ${error}: ${message}`)
}

async function untilReady(driver: string, program: ChildProcess): Promise<void> {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    if (program.exitCode !== null) break
    const status = await fetch(`${driver}/status`).catch(() => null)
    if (status?.ok) return
    await delay(100)
  }
  throw new Error('The WebDriver of WebKit does not start.')
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}
