/** One browser engine under remote control, by the little that all of them offer. */
export type Engine = {
  readonly name: string
  readonly version: string
  /** A profile of its own: no storage or cookie of another one. */
  openProfile(): Promise<Profile>
  close(): Promise<void>
}

export type Profile = {
  /** The folder where the browser puts downloads. */
  readonly downloads: string
  openTab(): Promise<Tab>
  close(): Promise<void>
}

export type Tab = {
  /** Loads an address and waits until the page has loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Evaluates an expression in the page; its value, or what the value resolves to, is JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Presses the primary button at a point of the viewport. */
  click(point: Point): Promise<void>
  /** Types into the focused element: characters, and keys by their names (`Enter`, `ArrowLeft`). */
  press(keys: readonly string[]): Promise<void>
  /** Gives the tab an authenticator that holds passkeys and asks for no confirmation; only Chromium offers one. */
  addAuthenticator?(): Promise<void>
  close(): Promise<void>
}

export type Point = { x: number; y: number }

/** The size of a page's viewport in every engine. */
export const VIEWPORT = { width: 1280, height: 800 }

/** The longest that an engine may take for one command; loading a page on a busy machine is the slowest of them. */
export const COMMAND_TIMEOUT_MS = 30_000

/** An expression whose value is that of another one as JSON text, which every protocol can carry. */
export function asJson(expression: string): string {
  return `(async () => JSON.stringify((await (${expression})) ?? null))()`
}
