/** What is brought into view stands so far above the bar that the line below it peeps out. */
const ROOM_PX = 48

/** Scrolls the page to its top: smoothly, unless the person prefers reduced motion. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

/** Brings an element just above the bar at the bottom; one that is in view stays where it is. */
export function revealAbove(element: Element, bar: Element | null): void {
  const { top, bottom } = element.getBoundingClientRect()
  const visibleBottom = bar?.getBoundingClientRect().top ?? window.innerHeight
  if (bottom > visibleBottom) window.scrollBy({ top: bottom - visibleBottom + ROOM_PX, behavior: scrollBehavior() })
  else if (top < 0) window.scrollBy({ top: top - ROOM_PX, behavior: scrollBehavior() })
}

function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
