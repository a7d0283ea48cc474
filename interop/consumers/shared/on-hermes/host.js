// What stands around a program on Hermes, which has no network: what the user pool answered to the very same program in
// Node. An ordinary script that nothing transforms: Hermes 0.12 has no async functions.

globalThis.recordedHost = function recordedHost({ startMs, endpoint, exchanges }) {
  const fetch = (url, { headers, body }) => {
    const next = exchanges.shift()
    const asked = `${url} ${headers['X-Amz-Target']} ${body}`
    if (!next || next.asked !== asked) throw new Error(`Asked for ${asked}, recorded was ${next && next.asked}`)
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

/** The same bytes in every run, so that what was recorded fits. Only for this. */
globalThis.sameBytes = function sameBytes() {
  let state = 1
  return (lengthBytes) =>
    Uint8Array.from({ length: lengthBytes }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    })
}
