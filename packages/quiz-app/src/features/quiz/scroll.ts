/** Scrolls the page to its top: smoothly, unless the person prefers reduced motion. */
export function scrollToTop(): void {
  const prefersStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: prefersStill ? 'instant' : 'smooth' })
}
