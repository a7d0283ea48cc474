/** Air between what is brought into view and what would cover it. */
const GAP_PX = 12

/** Scrolls the page to its top: smoothly, unless the person prefers reduced motion. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

/** Brings an element above the bar at the bottom, and no further than that; one that is in view stays where it is. */
export function revealAbove(element: Element, bar: Element | null): void {
  const { top, bottom } = element.getBoundingClientRect()
  const visibleBottom = bar?.getBoundingClientRect().top ?? window.innerHeight
  const hiddenBelowPx = bottom + GAP_PX - visibleBottom
  if (hiddenBelowPx > GAP_PX) window.scrollBy({ top: hiddenBelowPx, behavior: scrollBehavior() })
  else if (top < 0) window.scrollBy({ top: top - GAP_PX, behavior: scrollBehavior() })
}

function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
