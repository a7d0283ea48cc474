import { HostedLoginError } from '../errors.ts'

const WIDTH_PX = 480
const HEIGHT_PX = 720
const CHECK_INTERVAL_MS = 250
/** Number of checks within which `popup.closed` becomes true if the user closed the popup just before a `focus` event. */
const CLOSING_CHECKS = 2
/** Number of checks during which the authorization response can still arrive after the popup has closed. */
const RESPONSE_CHECKS = 4

/**
 * Opens an empty popup. Call `openPopup` during a click or key press, because browsers block popups that do not follow a user
 * action.
 *
 * @throws HostedLoginError with the reason `blocked` when the browser blocks the popup.
 */
export function openPopup(): Window {
  const { screenX, screenY, outerWidth, outerHeight } = globalThis
  const left = Math.round(screenX + (outerWidth - WIDTH_PX) / 2)
  const top = Math.round(screenY + (outerHeight - HEIGHT_PX) / 2)
  const features = `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${left},top=${top}`
  const popup = globalThis.open('about:blank', '_blank', features)
  if (!popup || popup.closed) throw new HostedLoginError('The browser blocked the popup.', { reason: 'blocked' })
  popup.opener = null // otherwise, a page of an identity provider could navigate this page
  return popup
}

/**
 * Calls `onClosed` after the user closes the popup.
 *
 * A page with `Cross-Origin-Opener-Policy: same-origin` severs the link between the popup and this page, so that `popup.closed`
 * is true even though the popup is still open. `watchPopup` therefore calls `onClosed` only after the user returns to this page.
 * If the first page in the popup severs its link to this page, `watchPopup` waits for a `focus` event, because
 * `document.hasFocus()` is always true on some platforms.
 *
 * @returns a function that removes the event listener and clears the timer
 */
export function watchPopup(popup: Window, onClosed: () => void): () => void {
  let [wasOpen, openChecksSinceFocus, closedChecks] = [false, CLOSING_CHECKS, 0]
  const onFocus = () => {
    openChecksSinceFocus = 0
  }
  const check = () => {
    if (popup.closed) {
      const isBack = wasOpen ? document.hasFocus() : openChecksSinceFocus < CLOSING_CHECKS
      closedChecks = isBack ? closedChecks + 1 : 0
      if (closedChecks > RESPONSE_CHECKS) onClosed()
    } else {
      openChecksSinceFocus += 1
      wasOpen ||= isOnOtherSite(popup)
    }
  }
  const timer = setInterval(check, CHECK_INTERVAL_MS)
  globalThis.addEventListener('focus', onFocus)
  return () => {
    clearInterval(timer)
    globalThis.removeEventListener('focus', onFocus)
  }
}

/** Returns whether the popup shows a page from another origin, whose address this page cannot read. */
function isOnOtherSite({ location }: Window): boolean {
  try {
    return !location.href
  } catch {
    return true
  }
}
