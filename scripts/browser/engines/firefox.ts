import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
import { endProcess, outputMatch } from './process.ts'

const VIEWPORT = { width: 1280, height: 800 }

/** A script that is sent into a page just going away is sometimes never answered. It only looks, so it is sent again. */
const EVALUATE_TIMEOUT_MS = 8000
const EVALUATE_ATTEMPTS = 3

/** No calls home, no first-run pages, and Portuguese as in the other engines. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.download.alwaysOpenPanel': false,
  'browser.download.folderList': 2,
  'browser.region.network.url': '',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.min_background_timeout_value': 4,
  'extensions.getAddons.cache.enabled': false,
  'intl.accept_languages': 'pt-BR, pt',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

/** Firefox by WebDriver BiDi (W3C), which it speaks itself: no program between. */
export async function startFirefox(executable: string): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'firefox-'))
  const downloads = join(folder, 'downloads')
  const lines = Object.entries({ ...PREFERENCES, 'browser.download.dir': downloads }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(folder, 'user.js'), lines.join('\n'))
  const browser = spawn(executable, ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port=0'], {
    env: { ...process.env, HOME: folder },
  })
  try {
    const address = await outputMatch(browser, /WebDriver BiDi listening on (ws:\S+)/)
    const bidi = await Connection.open(`${address}/session`)
    const session = (await bidi.send('session.new', { capabilities: {} })) as {
      capabilities: { browserVersion: string }
    }
    return {
      name: 'Firefox',
      version: session.capabilities.browserVersion,
      openProfile: () => openProfile(bidi, downloads),
      close: () => closeFirefox(browser, folder),
    }
  } catch (cause) {
    await closeFirefox(browser, folder)
    throw cause
  }
}

async function closeFirefox(browser: ChildProcess, folder: string): Promise<void> {
  await endProcess(browser)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function openProfile(bidi: Connection, downloads: string): Promise<Profile> {
  const { userContext } = (await bidi.send('browser.createUserContext', {})) as { userContext: string }
  return {
    downloads,
    async openTab() {
      const parameters = { type: 'tab', userContext }
      const { context } = (await bidi.send('browsingContext.create', parameters)) as { context: string }
      await bidi.send('browsingContext.setViewport', { context, viewport: VIEWPORT })
      return tabOf(bidi, context)
    },
    close: async () => void (await bidi.send('browser.removeUserContext', { userContext })),
  }
}

type EvaluateResult =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

function tabOf(bidi: Connection, context: string): Tab {
  return {
    open: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'complete' })),
    async evaluate(expression) {
      const parameters = { expression: asJson(expression), target: { context }, awaitPromise: true }
      const answer = (await sendAgainUnlessAnswered(() =>
        bidi.send('script.evaluate', parameters, EVALUATE_TIMEOUT_MS),
      )) as EvaluateResult
      if (answer.type === 'exception') throw new Error(`The page threw: ${answer.exceptionDetails.text}`)
      return JSON.parse(answer.result.value ?? 'null') as unknown
    },
    click: async (point) => void (await bidi.send('input.performActions', { context, actions: pointerActions(point) })),
    press: async (keys) => void (await bidi.send('input.performActions', { context, actions: keyActions(keys) })),
    close: async () => void (await bidi.send('browsingContext.close', { context })),
  }
}

async function sendAgainUnlessAnswered(send: () => Promise<unknown>): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (cause) {
      if (!(cause instanceof NoAnswer) || attempt === EVALUATE_ATTEMPTS) throw cause
    }
  }
}

type Reply = { id: number; type: 'success' | 'error'; result?: unknown; error?: string; message?: string }

/** Commands and their answers over one socket. */
class Connection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply
      this.#waiting.get(reply.id)?.(reply)
      this.#waiting.delete(reply.id)
    })
  }

  static open(address: string): Promise<Connection> {
    const socket = new WebSocket(address)
    return new Promise((done, fail) => {
      socket.addEventListener('open', () => done(new Connection(socket)))
      socket.addEventListener('error', () => fail(new Error(`No connection to ${address}`)))
    })
  }

  async send(method: string, params: object, timeoutMs = COMMAND_TIMEOUT_MS): Promise<unknown> {
    this.#lastId += 1
    const id = this.#lastId
    const answered = new Promise<Reply>((done, fail) => {
      const timer = setTimeout(() => fail(new NoAnswer(method, timeoutMs)), timeoutMs)
      this.#waiting.set(id, (reply) => {
        clearTimeout(timer)
        done(reply)
      })
    })
    this.#socket.send(JSON.stringify({ id, method, params }))
    const reply = await answered
    if (reply.type === 'error') throw new Error(`${method}: ${reply.error}: ${reply.message}`)
    return reply.result
  }
}
