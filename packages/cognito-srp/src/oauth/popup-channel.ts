import { ConfigurationError } from '../errors.ts'
import { makeOrUndefined } from '../service/transport.ts'
import { isRecord } from '../service/wire.ts'

/** Prefix of the `state` parameter for a sign-in in a popup. `complete` recognizes a popup by this prefix. */
export const POPUP_STATE = 'popup.'

/** Maximum time that the popup waits for a confirmation of the authorization response. */
const CONFIRMATION_TIMEOUT_MS = 1500

/**
 * Opens the BroadcastChannel between the popup and the page that opened the popup. Only pages of the same origin can use the
 * channel. Unlike `window.opener`, the channel still works after the popup has shown a page with `Cross-Origin-Opener-Policy`.
 *
 * @throws ConfigurationError when the platform has no BroadcastChannel.
 */
export function openPopupChannel(clientId: string): BroadcastChannel {
  const channel = makeOrUndefined(() => new BroadcastChannel(`CognitoHostedLogin.${clientId}`))
  if (channel) return channel
  throw new ConfigurationError('popup requires BroadcastChannel. Use redirect instead.')
}

/** Calls `receive` at most once, with the authorization response that contains the given state. */
export function receiveAuthResponse(
  channel: BroadcastChannel,
  state: string,
  receive: (authResponse: URLSearchParams) => void,
): void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || data['state'] !== state || typeof data['response'] !== 'string') return
    channel.removeEventListener('message', onMessage)
    channel.postMessage({ state, isReceived: true })
    receive(new URLSearchParams(data['response']))
  }
  channel.addEventListener('message', onMessage)
}

/**
 * Sends an authorization response from the popup to the page that opened the popup.
 *
 * @returns whether the page that opened the popup confirmed the response in time
 */
export async function sendAuthResponse(
  clientId: string,
  state: string,
  authResponse: URLSearchParams,
): Promise<boolean> {
  const channel = openPopupChannel(clientId)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), CONFIRMATION_TIMEOUT_MS)
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isRecord(data) && data['state'] === state && data['isReceived'] === true) resolve(true)
      })
      channel.postMessage({ state, response: authResponse.toString() })
    })
  } finally {
    clearTimeout(timer)
    channel.close()
  }
}
