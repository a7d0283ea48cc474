import { AbortController, AbortSignal } from 'abort-controller/dist/abort-controller'

// Globals that React Native adds to Hermes: timers and a clock from the host, and the AbortController that it ships. It
// has no document, TextEncoder, TextDecoder, atob, btoa or crypto.

const { clock, defer } = globalThis.host
const timers = new Map()
let lastId = 0

/** Timer with a real delay. Hermes' own shell runs every timer immediately. */
function setTimeout(work, delayMs = 0) {
  lastId += 1
  const id = lastId
  const dueMs = clock() + delayMs
  const check = () => {
    if (!timers.has(id)) return
    if (clock() < dueMs) {
      defer(check)
    } else {
      timers.delete(id)
      work()
    }
  }
  timers.set(id, check)
  defer(check)
  return id
}

Object.assign(globalThis, {
  AbortController,
  AbortSignal,
  setTimeout,
  clearTimeout: (id) => timers.delete(id),
  queueMicrotask: (work) => void Promise.resolve().then(work),
  performance: { now: clock },
  navigator: { product: 'ReactNative' },
  window: globalThis,
})
