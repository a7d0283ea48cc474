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
  /** Evaluates an expression in the page; the answer, or what it resolves to, is JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Presses the primary button at a point of the viewport. */
  click(point: Point): Promise<void>
  /** Types characters and the keys of {@link KEYS} into whatever has the focus. */
  press(keys: readonly string[]): Promise<void>
  /** Gives the tab an authenticator that holds passkeys and asks nobody, where the engine offers one. */
  addAuthenticator?(): Promise<void>
  close(): Promise<void>
}

export type Point = { x: number; y: number }

/** What both protocols of the W3C (WebDriver and WebDriver BiDi) call the keys that type no character. */
export const KEYS: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  Home: '\uE011',
  End: '\uE010',
  Backspace: '\uE003',
}

/** The longest that an engine may take for one command; loading a page on a busy machine is the slowest of them. */
export const COMMAND_TIMEOUT_MS = 30_000

/** An engine that does not answer a command: nothing that is asked after that means anything. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'

  constructor(command: string, timeoutMs = COMMAND_TIMEOUT_MS) {
    super(`No answer to ${command} within ${timeoutMs / 1000} s.`)
  }
}

/** A press of the primary button, as both protocols describe it. */
export function pointerActions({ x, y }: Point): object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]
}

/** Keys one after the other, as both protocols describe them. */
export function keyActions(keys: readonly string[]): object[] {
  const actions = keys.flatMap((key) => {
    const value = KEYS[key] ?? key
    return [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]
  })
  return [{ type: 'key', id: 'keyboard', actions }]
}

/** An expression that gives the answer of another one as a text of JSON, which every protocol can carry. */
export function asJson(expression: string): string {
  return `(async () => JSON.stringify((await (${expression})) ?? null))()`
}
