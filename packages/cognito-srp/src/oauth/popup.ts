import { HostedLoginError } from '../errors.ts'
import { startLogin, type AuthorizationOptions } from '../hosted/authorization-request.ts'
import type { AnsweredLogin } from '../hosted/code-exchange.ts'
import { throwIfAborted, untilAborted, type Signal } from '../service/transport.ts'
import type { HostedContext } from './hosted-context.ts'
import { POPUP_STATE, openPopupChannel, receiveAuthResponse } from './popup-channel.ts'
import { openPopup, watchPopup } from './popup-window.ts'

/**
 * Shows the hosted pages in a popup and returns the authorization response. Opens the popup before the first await, because
 * browsers allow popups only during a user action.
 *
 * @throws HostedLoginError when the popup is blocked or closed, or when `timeoutMs` has passed; ConfigurationError when the
 *   platform has no BroadcastChannel or no `crypto.subtle`; the reason of `signal`.
 */
export async function askInPopup(
  { oauth, client, pages }: HostedContext,
  options: AuthorizationOptions,
  { timeoutMs, signal }: { timeoutMs: number; signal: Signal | undefined },
): Promise<AnsweredLogin> {
  throwIfAborted(signal)
  const channel = openPopupChannel(client.clientId)
  let popup: Window | undefined
  let stopWaiting = () => {}
  try {
    const opened = (popup = openPopup())
    const state = POPUP_STATE + oauth.generateRandomState()
    const { login, address } = await startLogin(oauth, client, pages, options, state)
    const response = new Promise<AnsweredLogin>((resolve, reject) => {
      const fail = (reason: 'closed' | 'timeout', message: string) => () =>
        reject(new HostedLoginError(message, { reason }))
      receiveAuthResponse(channel, state, (authResponse) => resolve({ login, authResponse }))
      const timer = setTimeout(fail('timeout', 'The sign-in took too long. Start a new sign-in.'), timeoutMs)
      const stopWatching = watchPopup(opened, fail('closed', 'The user closed the popup.'))
      stopWaiting = () => {
        clearTimeout(timer)
        stopWatching()
      }
    })
    throwIfAborted(signal)
    opened.location.replace(address)
    return await untilAborted(response, signal)
  } finally {
    stopWaiting()
    channel.close()
    popup?.close()
  }
}
