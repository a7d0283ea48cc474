import { HostedLoginError } from '../errors.ts'
import { LOGIN_LIFETIME_MS } from '../hosted/authorization-request.ts'
import { untilAborted, type Signal } from '../service/transport.ts'

/**
 * Delay between a `focus` or `visibilitychange` event and the rejection of `redirect`. During this delay, the browser may still
 * leave the page.
 */
const LEAVE_GRACE_MS = 1000

/**
 * Navigates this tab to an address. The promise never resolves. The promise rejects if the user comes back to the page, if the
 * signal aborts, or if the page is still open when the sign-in expires.
 */
export async function leavePage(address: string, signal: Signal | undefined): Promise<never> {
  let stopWaiting = () => {}
  const staying = new Promise<never>((_resolve, reject) => {
    const fail = (reason: 'cancelled' | 'timeout', message: string) => () =>
      reject(new HostedLoginError(message, { reason }))
    const timer = setTimeout(fail('timeout', 'The hosted pages did not open.'), LOGIN_LIFETIME_MS)
    const stopWatching = watchReturn(fail('cancelled', 'The user came back to the page.'))
    stopWaiting = () => {
      clearTimeout(timer)
      stopWatching()
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

/**
 * Calls `onReturn` when the browser restores the page from the back/forward cache, or when the user returns to a page that stayed
 * open after `location.assign`. For example, iOS shows Sign in with Apple above the page, so the page stays open.
 *
 * @returns a function that removes the event listeners and clears the timer
 */
function watchReturn(onReturn: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onReturn()
  }
  const onFocus = () => {
    clearTimeout(timer)
    if (globalThis.document?.visibilityState !== 'hidden') timer = setTimeout(onReturn, LEAVE_GRACE_MS)
  }
  globalThis.addEventListener('pageshow', onPageShow)
  globalThis.addEventListener('focus', onFocus)
  globalThis.addEventListener('visibilitychange', onFocus)
  return () => {
    clearTimeout(timer)
    globalThis.removeEventListener('pageshow', onPageShow)
    globalThis.removeEventListener('focus', onFocus)
    globalThis.removeEventListener('visibilitychange', onFocus)
  }
}
