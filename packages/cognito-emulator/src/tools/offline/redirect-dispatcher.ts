import { redirect } from './redirect.ts'

/** Global symbols of undici's dispatcher. Node's built-in undici and the undici package share these symbols. */
const GLOBAL_DISPATCHERS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2']

type DispatchOptions = { origin?: string | URL; path: string; headers?: unknown }
type Dispatcher = { dispatch(options: DispatchOptions, handler: unknown): boolean }

/** Redirects the functions of the undici package (`request`, `stream`, `fetch`), which do not use Node's `fetch`. */
export function redirectDispatchers(emulator: URL): void {
  void Headers.name // reading this property makes Node load its undici, which creates the dispatcher
  const globals = globalThis as Record<symbol, unknown>
  for (const symbol of GLOBAL_DISPATCHERS.map((name) => Symbol.for(name))) {
    const original = globals[symbol]
    if (isDispatcher(original)) globals[symbol] = redirectDispatcher(original, emulator)
  }
}

function redirectDispatcher(original: Dispatcher, emulator: URL): Dispatcher {
  const dispatch: Dispatcher['dispatch'] = (options, handler) =>
    original.dispatch(redirectOptions(options, emulator), handler)
  return Object.create(original, { dispatch: { value: dispatch } }) as Dispatcher
}

function redirectOptions(options: DispatchOptions, emulator: URL): DispatchOptions {
  const url = URL.parse(options.path, options.origin)
  const target = url && redirect(url, emulator)
  return target ? { ...options, origin: target.origin, path: `${target.pathname}${target.search}` } : options
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'dispatch' in value
}
