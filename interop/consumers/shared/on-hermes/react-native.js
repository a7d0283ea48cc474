import { AbortController, AbortSignal } from 'abort-controller/dist/abort-controller'

// What React Native gives to a program on Hermes besides the language, and nothing more: the host's timers, its clock
// and the AbortController it ships. There is no document, TextEncoder, TextDecoder, atob, btoa or crypto.

const { clock, defer } = globalThis.host
const timers = new Map()
let lastId = 0

/** Hermes' own shell runs every timer at once, whatever its delay. */
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
