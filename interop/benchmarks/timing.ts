import type { Challenge, Claim } from './challenge.ts'
import type { Handshake } from './contestants.ts'

/** Pause between two handshakes, for engines that compile in the background. */
const PAUSE_MS = 20

/** A claim, the time it took, and the longest time for which the thread was blocked. */
export type Timing = { claim: Claim; durationMs: number; longestGapMs: number }

/** Runs one handshake after another in the measured page or process. Uses only features that all engines have. */
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
 * Starts a heartbeat, which is a message that the thread repeatedly sends to itself. The longest time between two
 * messages shows how long a page would have been unresponsive. Resolves when the first message arrives and the
 * measurement starts.
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

/** Uses a message channel, because browsers delay nested timers by at least 4 ms. Uses a timer on platforms without channels. */
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
    close: () => port1.close(), // an open port would keep the process alive
  }
}
