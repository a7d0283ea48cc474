import { HostedLoginError } from '../errors.ts'
import { LOGIN_LIFETIME_MS } from '../hosted/authorization-request.ts'
import { untilAborted, type Signal } from '../service/transport.ts'

/**
 * Opens an address in place of the page. The promise settles only if the page stays: it rejects if the user returns to a page that
 * the browser kept in memory (back/forward cache), if the signal aborts, or if the page is still there when the sign-in expires.
 */
export async function leavePage(address: string, signal: Signal | undefined): Promise<never> {
  let stopWaiting = () => {}
  const staying = new Promise<never>((_resolve, reject) => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reject(new HostedLoginError('The user came back to the page.', { reason: 'cancelled' }))
    }
    const expire = () => reject(new HostedLoginError('The hosted pages did not open.', { reason: 'timeout' }))
    const timer = setTimeout(expire, LOGIN_LIFETIME_MS)
    globalThis.addEventListener('pageshow', onPageShow)
    stopWaiting = () => {
      clearTimeout(timer)
      globalThis.removeEventListener('pageshow', onPageShow)
    }
  })
  try {
    globalThis.location.assign(address)
    return await untilAborted(staying, signal)
  } catch (error) {
    if (signal?.aborted) globalThis.stop?.() // cancels the navigation
    throw error
  } finally {
    stopWaiting()
  }
}
