/** Minimum visible height below the verdict, enough for the first line of the explanation, in pixels. */
const ROOM_PX = 48

/** Distance between the end of the explanation and the bar, in pixels. */
const GAP_PX = 12

/** Scrolls the page to its top, smoothly unless the user prefers reduced motion. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

/**
 * Scrolls so that the verdict and as much of the explanation as possible are above the bar while the question remains visible. If
 * the window is not tall enough for the question and its verdict, the alternatives and the explanation share the window's height.
 * If the verdict and the first line below it are already visible, the page does not scroll.
 */
export function revealVerdict(verdict: Element): void {
  const main = verdict.closest('main')
  const bar = main?.lastElementChild
  if (!main || !bar) return
  const windowTop = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const windowBottom = Math.min(bar.getBoundingClientRect().top, window.innerHeight)
  const { top, bottom } = verdict.getBoundingClientRect()
  const questionTop = main.querySelector('h1')?.getBoundingClientRect().top ?? 0
  const feedbackBottom = bar.previousElementSibling?.getBoundingClientRect().bottom ?? bottom

  const least = bottom + ROOM_PX - windowBottom
  const untilQuestion = questionTop - windowTop
  const untilMiddle = top - (windowTop + windowBottom) / 2
  const most = Math.min(feedbackBottom + GAP_PX - windowBottom, least > untilQuestion ? untilMiddle : untilQuestion)
  if (least > 0) window.scrollBy({ top: Math.max(least, most), behavior: scrollBehavior() })
  else if (top < windowTop) window.scrollBy({ top: top - windowTop - ROOM_PX, behavior: scrollBehavior() })
}

function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
