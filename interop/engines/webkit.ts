import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asJson, type Engine, type Profile, type Tab } from '@cognito-srp/testing/engines/engine'
import { ensureWebKit, type WebKitPrograms } from '@cognito-srp/testing/ensure-engines'
import { freePort } from '@cognito-srp/testing/free-port'
import { Builder, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver'
import { DriverService } from 'selenium-webdriver/remote/index.js'

const WINDOW = { width: 1280, height: 900 }

const KEYS: Readonly<Record<string, string>> = {
  Enter: Key.ENTER,
  Tab: Key.TAB,
  Escape: Key.ESCAPE,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  Home: Key.HOME,
  End: Key.END,
  Backspace: Key.BACK_SPACE,
}

/** Starts WebKitGTK with WebDriver (W3C) on a virtual screen. */
export async function start(): Promise<Engine> {
  const programs = ensureWebKit()
  // Without -noreset, the display server resets when its last window closes, and a browser that starts at that moment hangs.
  const parameters = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset']
  const screen = spawn(programs.screen, parameters, { stdio: ['ignore', 'pipe', 'ignore'] })
  const close = async () => {
    const ended = once(screen, 'exit')
    screen.kill()
    await ended
  }
  try {
    const [display] = (await once(screen.stdout.setEncoding('utf8'), 'data')) as [string]
    const open = () => openProfile(programs, `:${display.trim()}`)
    const first = await open()
    await first.close()
    return { name: 'WebKit', version: first.version, openProfile: open, close }
  } catch (cause) {
    await close()
    throw cause
  }
}

/** Opens a profile with its own driver, because a driver has only one session. */
async function openProfile(programs: WebKitPrograms, display: string): Promise<Profile & { readonly version: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'webkit-'))
  const downloads = join(folder, 'downloads')
  for (const made of [downloads, join(folder, '.config')]) mkdirSync(made)
  writeFileSync(join(folder, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/downloads"\n')
  const port = await freePort()
  const service = new DriverService(programs.driver, {
    loopback: true,
    port,
    args: [`--port=${port}`],
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', HOME: folder, LANG: 'C.UTF-8', LANGUAGE: 'pt_BR' },
    stdio: 'ignore',
  })
  const end = async () => {
    await service.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const session = await Session.open(await service.start(), programs.browser)
    return {
      version: session.version,
      downloads,
      openTab: () => session.openTab(),
      async close() {
        await session.quit()
        await end()
      },
    }
  } catch (cause) {
    await end()
    throw cause
  }
}

/** One session of a driver. A session's commands apply to one window at a time, so they run one after another. */
class Session {
  readonly version: string
  readonly #driver: WebDriver
  #unused: string | null
  #window: string
  #last: Promise<unknown> = Promise.resolve()

  private constructor(driver: WebDriver, version: string, window: string) {
    this.#driver = driver
    this.version = version
    this.#unused = this.#window = window
  }

  static async open(url: string, binary: string): Promise<Session> {
    const options = { binary, args: ['--automation'] }
    const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
    const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build()
    await driver.manage().window().setRect(WINDOW)
    const version = (await driver.getCapabilities()).getBrowserVersion() ?? ''
    return new Session(driver, version, await driver.getWindowHandle())
  }

  /** Opens a window instead of a tab. A background tab is not drawn and does not respond to clicks. */
  async openTab(): Promise<Tab> {
    const unused = this.#unused
    this.#unused = null
    if (unused !== null) return this.#tabOf(unused)
    const [open = ''] = await this.#driver.getAllWindowHandles() // the last used window may be closed
    const window = await this.#in(open, async (driver) => {
      await driver.switchTo().newWindow('window')
      await driver.manage().window().setRect(WINDOW)
      return (this.#window = await driver.getWindowHandle())
    })
    return this.#tabOf(window)
  }

  /** Ends the session. Ignores errors, because a crashed browser has no session. */
  quit(): Promise<void> {
    return this.#driver.quit().catch(() => undefined)
  }

  #tabOf(window: string): Tab {
    return {
      open: (url) => this.#in(window, (driver) => driver.get(url)),
      reload: () => this.#in(window, (driver) => driver.navigate().refresh()),
      evaluate: async (expression) => {
        const script = `const done = arguments[0]; ${asJson(expression)}.then(done, (cause) => done({ message: String(cause) }))`
        const value = await this.#in(window, (driver) =>
          driver.executeAsyncScript<string | { message: string }>(script),
        )
        if (typeof value !== 'string') throw new Error(`The page threw an error: ${value.message}`)
        return JSON.parse(value) as unknown
      },
      click: ({ x, y }) =>
        this.#in(window, (driver) =>
          driver
            .actions()
            .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })
            .click()
            .perform(),
        ),
      press: (keys) =>
        this.#in(window, (driver) =>
          driver
            .actions()
            .sendKeys(...keys.map((key) => KEYS[key] ?? key))
            .perform(),
        ),
      close: () => this.#in(window, (driver) => driver.close()),
    }
  }

  #in<Result>(window: string, work: (driver: WebDriver) => Promise<Result>): Promise<Result> {
    const done = this.#last.then(async () => {
      if (window !== this.#window) await this.#driver.switchTo().window(window)
      this.#window = window
      return work(this.#driver)
    })
    this.#last = done.catch(() => undefined)
    return done
  }
}
