import { ConfigurationError } from '../errors.ts'
import { makeOrUndefined } from '../service/transport.ts'
import { isRecord } from '../service/wire.ts'

/** Prefix of the state for a sign-in in a popup. The prefix shows `complete` that it runs in a popup. */
export const POPUP_STATE = 'popup.'

/** Maximum time until the page that opened the popup confirms an authorization response. */
const CONFIRMATION_TIMEOUT_MS = 1500

/**
 * Opens the channel between the popup and the page that opened it. Only pages of the same origin can use the channel. Unlike
 * `window.opener`, the channel still works after a page with `Cross-Origin-Opener-Policy` was open in the popup.
 *
 * @throws ConfigurationError when the platform has no BroadcastChannel.
 */
export function openPopupChannel(clientId: string): BroadcastChannel {
  const channel = makeOrUndefined(() => new BroadcastChannel(`CognitoHostedLogin.${clientId}`))
  if (channel) return channel
  throw new ConfigurationError('A popup requires BroadcastChannel, which this platform lacks. Use redirect instead.')
}

/** Calls `receive` at most once, with the authorization response that has this state. */
export function receiveAnswer(
  channel: BroadcastChannel,
  state: string,
  receive: (answer: URLSearchParams) => void,
): void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || data['state'] !== state || typeof data['answer'] !== 'string') return
    channel.removeEventListener('message', onMessage)
    channel.postMessage({ state, isReceived: true })
    receive(new URLSearchParams(data['answer']))
  }
  channel.addEventListener('message', onMessage)
}

/**
 * Sends an authorization response from the popup to the page that opened the popup.
 *
 * @returns whether that page has confirmed the response
 */
export async function sendAnswer(clientId: string, state: string, answer: URLSearchParams): Promise<boolean> {
  const channel = openPopupChannel(clientId)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), CONFIRMATION_TIMEOUT_MS)
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isRecord(data) && data['state'] === state && data['isReceived'] === true) resolve(true)
      })
      channel.postMessage({ state, answer: answer.toString() })
    })
  } finally {
    clearTimeout(timer)
    channel.close()
  }
}
