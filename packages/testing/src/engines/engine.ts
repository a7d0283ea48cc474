/** A remote-controlled browser engine, with the operations that all engines support. */
export type Engine = {
  readonly name: string
  readonly version: string
  /** Opens a new profile, which does not share storage or cookies with other profiles. */
  openProfile(): Promise<Profile>
  close(): Promise<void>
}

export type Profile = {
  /** Folder in which the browser saves downloads. */
  readonly downloads: string
  openTab(): Promise<Tab>
  close(): Promise<void>
}

export type Tab = {
  /** Opens a URL and waits until the page has loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Evaluates an expression in the page. The value of the expression, or the value of its promise, must be JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks the primary button at a point of the viewport. */
  click(point: Point): Promise<void>
  /** Types characters, and presses keys by name (`Enter`, `ArrowLeft`), in the focused element. */
  press(keys: readonly string[]): Promise<void>
  /** Adds an authenticator that stores passkeys and needs no confirmation. Only Chromium supports this. */
  addAuthenticator?(): Promise<void>
  close(): Promise<void>
}

export type Point = { x: number; y: number }

/** Viewport size in every engine. */
export const VIEWPORT = { width: 1280, height: 800 }

/** Timeout for one command of an engine. The slowest command loads a page on a busy machine. */
export const COMMAND_TIMEOUT_MS = 30_000

/**
 * Returns an expression that evaluates to the value of another expression as JSON text, which every protocol can
 * transfer.
 */
export function asJson(expression: string): string {
  return `(async () => JSON.stringify((await (${expression})) ?? null))()`
}
