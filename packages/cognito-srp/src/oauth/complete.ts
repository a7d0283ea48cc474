import { ConfigurationError } from '../errors.ts'
import { readAuthResponse, stateOf, withoutAuthResponse } from '../hosted/auth-response.ts'
import { exchangeCode, unknownLogin, type AnsweredLogin } from '../hosted/code-exchange.ts'
import { readOwnPath } from '../hosted/hosted-pages.ts'
import type { CallOptions } from '../service/transport.ts'
import { storeSignIn } from '../session/accounts.ts'
import type { Session } from '../session/session.ts'
import { requirePage, type HostedContext } from './hosted-context.ts'
import { POPUP_STATE, sendAuthResponse } from './popup-channel.ts'

/** Result of a completed sign-in on the hosted pages. */
export type HostedLoginResult = {
  session: Session
  /** Path that the app passed as `returnTo` when the sign-in started, or `/` by default. */
  returnTo: string
}

/**
 * Extracts the authorization response from an address. Also removes the response from the address bar and the history, so that a
 * reload does not send the code again.
 */
export function takeAuthResponse({ pages }: HostedContext, address: string): URLSearchParams | undefined {
  requirePage()
  if (typeof address !== 'string') throw new ConfigurationError('The address must be a string.')
  const authResponse = readAuthResponse(address, pages)
  const { history, location } = globalThis
  if (authResponse && readAuthResponse(location.href, pages))
    history.replaceState(history.state, '', withoutAuthResponse(location.href))
  return authResponse
}

/** Completes a hosted login on the callback page. In a popup, sends the authorization response to the opener. */
export async function complete(
  context: HostedContext,
  authResponse: URLSearchParams,
  options?: CallOptions,
): Promise<HostedLoginResult | null> {
  const { client, logins } = context
  const state = stateOf(authResponse)
  if (!state) throw unknownLogin()
  if (state.startsWith(POPUP_STATE)) {
    if (!(await sendAuthResponse(client.clientId, state, authResponse))) throw unknownLogin()
    globalThis.close()
    return null
  }
  const login = logins.take(state)
  if (!login) throw unknownLogin()
  return signInWith(context, { login, authResponse }, options)
}

/** Exchanges the authorization code, and stores the session. */
export async function signInWith(
  { oauth, client, pages }: HostedContext,
  answered: AnsweredLogin,
  options?: CallOptions,
): Promise<HostedLoginResult> {
  const session = await exchangeCode(oauth, client, pages, answered, options)
  await storeSignIn(client, session)
  return { session, returnTo: readOwnPath(answered.login.returnTo, pages) ?? '/' }
}
