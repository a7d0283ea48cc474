import { isRecord } from '../service/wire.ts'
import { LOGIN_LIFETIME_MS, type PendingLogin } from '../hosted/authorization-request.ts'
import { placeName, type SessionServer } from './cookie-session.ts'
import { createCookies, parseCookies, type Cookies } from './cookies.ts'
import { hashOf } from './seal.ts'

/** Maximum number of pending sign-ins per browser. An additional sign-in removes the oldest pending sign-in. */
const MAX_LOGINS = 5
/** Matches the last part of a cookie name, `<state>.0`, and captures the `state`. */
const COOKIE_STATE = /^([\w-]+)\.0$/

/**
 * Returns the `Set-Cookie` headers that store a pending sign-in in the browser. Each pending sign-in has its own encrypted
 * cookie.
 */
export async function keepLogin(server: SessionServer, login: PendingLogin, header: string | null): Promise<string[]> {
  // Browsers send the oldest cookie first (RFC 6265 §5.4).
  const states = pendingStates(server, header)
  const surplus = states.slice(0, Math.max(0, states.length + 1 - MAX_LOGINS))
  const sealed = await server.seal.seal(JSON.stringify(login), placeOf(server, login.state))
  const cookies = cookiesOf(server, login.state)
  return [...cookies.write(sealed, cookies.read(header)), ...surplus.flatMap((state) => removal(server, state, header))]
}

/**
 * Returns the pending sign-in with this `state`, but only once. The `store` records the `state` as used, so that a reload or a
 * copied cookie cannot make the handler send the authorization code again.
 *
 * @returns the pending sign-in as `login`, and the headers that remove the sign-in's cookie as `setCookies`. `login` is undefined
 *   if this browser has no pending sign-in with this `state`, or if the `state` was already used
 */
export async function takeLogin(
  server: SessionServer,
  state: string,
  header: string | null,
): Promise<{ login: PendingLogin | undefined; setCookies: string[] }> {
  if (!pendingStates(server, header).includes(state)) return { login: undefined, setCookies: [] }
  const { text = '' } = cookiesOf(server, state).read(header)
  const login = readLogin(await server.seal.open(text, placeOf(server, state)))
  const isFirst = login !== undefined && (await markUsed(server, state))
  return { login: isFirst ? login : undefined, setCookies: removal(server, state, header) }
}

/** Records a `state` as used, and returns whether the `state` was unused before. */
async function markUsed({ store, loginsInUse }: SessionServer, state: string): Promise<boolean> {
  if (loginsInUse.has(state)) return false
  loginsInUse.add(state) // before the first await, because two requests can arrive at the same time
  try {
    const key = `cognito-srp.login.${await hashOf(state)}`
    if (await store.get(key)) return false
    await store.set(key, '1', { ttlMs: LOGIN_LIFETIME_MS })
    return true
  } finally {
    loginsInUse.delete(state)
  }
}

function pendingStates({ cookie }: SessionServer, header: string | null): string[] {
  const prefix = `${cookie.name}-login-`
  return parseCookies(header).flatMap(([name]) => {
    const [, state] = (name.startsWith(prefix) && COOKIE_STATE.exec(name.slice(prefix.length))) || []
    return state === undefined ? [] : [state]
  })
}

function cookiesOf({ cookie }: SessionServer, state: string): Cookies {
  return createCookies({ ...cookie, name: `${cookie.name}-login-${state}`, maxAgeSeconds: LOGIN_LIFETIME_MS / 1000 })
}

function removal(server: SessionServer, state: string, header: string | null): string[] {
  const cookies = cookiesOf(server, state)
  return cookies.clear(cookies.read(header))
}

function placeOf(server: SessionServer, state: string): string {
  return placeName(server, ['login', server.cookie.name, state])
}

function readLogin(text: string | undefined): PendingLogin | undefined {
  try {
    const login: unknown = JSON.parse(text ?? 'null')
    return isRecord(login) ? (login as PendingLogin) : undefined
  } catch {
    return undefined // sealed with the same secret by another program
  }
}
