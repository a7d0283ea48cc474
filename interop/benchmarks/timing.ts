import type { Challenge, Claim } from './challenge.ts'
import type { Handshake } from './contestants.ts'

/** Between two handshakes: time for an engine that compiles beside the program. */
const PAUSE_MS = 20

/** A claim, what it took, and the longest time meanwhile in which the thread did nothing else. */
export type Timing = { claim: Claim; durationMs: number; longestGapMs: number }

/** Makes one handshake after the other, in the page or process that is measured. Uses nothing that an engine may lack. */
export async function timeHandshakes(handshake: Handshake, challenges: readonly Challenge[]): Promise<Timing[]> {
  const timings: Timing[] = []
  for (const challenge of challenges) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    timings.push(await timeHandshake(handshake, challenge))
  }
  return timings
}

async function timeHandshake(handshake: Handshake, challenge: Challenge): Promise<Timing> {
  const heartbeat = await startHeartbeat()
  const startMs = performance.now()
  const claim = await handshake(challenge)
  const durationMs = performance.now() - startMs
  return { claim, durationMs, longestGapMs: heartbeat.stop() }
}

/**
 * A message that the thread sends to itself again and again, as often as it comes to it: the longest time between two
 * is how long a page would not have answered. Resolves at a beat, from which on it counts.
 */
async function startHeartbeat(): Promise<{ stop: () => number }> {
  const bell = createBell()
  let isBeating = true
  let [lastMs, longestGapMs] = [0, 0]
  const look = () => {
    const nowMs = performance.now()
    longestGapMs = Math.max(longestGapMs, nowMs - lastMs)
    lastMs = nowMs
  }
  await new Promise<void>((resolve) => {
    bell.onRing(() => {
      look()
      resolve()
      if (isBeating) bell.ring()
      else bell.close()
    })
    bell.ring()
  })
  longestGapMs = 0
  return {
    stop() {
      isBeating = false
      look()
      return longestGapMs
    },
  }
}

type Bell = { ring: () => void; onRing: (heard: () => void) => void; close: () => void }

/** A message channel, else a timer: browsers hold nested timers back by 4 ms and more. */
function createBell(): Bell {
  if (typeof MessageChannel !== 'function') {
    let heard = () => {}
    return { ring: () => void setTimeout(() => heard(), 0), onRing: (listener) => (heard = listener), close() {} }
  }
  const { port1, port2 } = new MessageChannel()
  return {
    ring: () => port2.postMessage(null),
    onRing(heard) {
      port1.addEventListener('message', heard)
      port1.start()
    },
    close: () => port1.close(), // an open port would keep a process alive
  }
}
