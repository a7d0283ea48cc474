// Host of a program on Hermes, which has no network. It replays the user pool's responses to the same program in Node.
// This script is not transformed and uses no async functions, because Hermes 0.12 does not support them.

globalThis.recordedHost = function recordedHost({ startMs, endpoint, exchanges }) {
  const fetch = (url, { headers, body }) => {
    const next = exchanges.shift()
    const asked = `${url} ${headers['X-Amz-Target']} ${body}`
    if (!next || next.asked !== asked)
      throw new Error(`The request ${asked} differs from the recorded request ${next && next.asked}`)
    const { status, answer, fields } = next
    const get = (name) => fields[name.toLowerCase()] ?? null
    return Promise.resolve({ status, ok: status === 200, headers: { get }, text: () => Promise.resolve(answer) })
  }
  const deferToShell = globalThis.setTimeout
  return {
    startMs,
    endpoint,
    fetch,
    randomBytes: globalThis.sameBytes(),
    clock: () => Date.now(),
    defer: (work) => deferToShell(work, 0),
    print: globalThis.print,
  }
}

/** Generates the same bytes in every run, so that the recorded responses fit. Not for any other use. */
globalThis.sameBytes = function sameBytes() {
  let state = 1
  return (lengthBytes) =>
    Uint8Array.from({ length: lengthBytes }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    })
}
