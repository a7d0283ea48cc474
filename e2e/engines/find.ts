/**
 * Element to find on a screen, by its role and optionally by its name (an exact text or a regular expression), the part
 * of the page that contains it, and its index among the matches.
 */
export type Target = { role: Role; name?: string | RegExp; within?: string; index?: number }

/** CSS selector of the elements with each role. */
const SELECTORS = {
  alert: '[role=alert]',
  button: 'button, [role=button], summary',
  checkbox: 'input[type=checkbox]',
  combobox: '[role=combobox], select',
  dialog: 'dialog[open], [role=dialog]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  option: '[role=option], option',
  progressbar: '[role=progressbar], progress',
  text: 'p, span, li, output, small, strong',
  textbox: 'input:not([type=checkbox], [type=radio]), textarea',
} as const

export type Role = keyof typeof SELECTORS

/** Description of an element. The point (`x`, `y`) is the centre of its box. */
export type Found = {
  name: string
  text: string
  isEnabled: boolean
  isFocused: boolean
  /** Whether the topmost element at the point is this element, its content or one of its ancestors. */
  isReachable: boolean
  x: number
  y: number
  attributes: Record<string, string>
}

/**
 * Returns an expression that finds the element, scrolls it into view and describes it. If the element does not exist,
 * the expression evaluates to null.
 */
export function findExpression({ role, name, within = 'body', index = 0 }: Target): string {
  const pattern = name instanceof RegExp ? { source: name.source, flags: name.flags } : null
  const parameters = JSON.stringify({
    selector: SELECTORS[role],
    name: pattern ? null : (name ?? null),
    pattern,
    within,
    index,
  })
  return `(${findInPage.toString()})(${parameters})`
}

type Parameters = {
  selector: string
  name: string | null
  pattern: { source: string; flags: string } | null
  within: string
  index: number
}

/** The page runs the source text of this function, so the function cannot use variables or functions of this module. */
function findInPage({ selector, name, pattern, within, index }: Parameters): Found | null {
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  const textOf = (element: Element | null): string => {
    if (!element) return ''
    const copy = element.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('[aria-hidden=true], svg')) hidden.remove()
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
  }
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    if (ids.length > 0) return ids.map((id) => textOf(document.getElementById(id))).join(' ')
    const label = element.getAttribute('aria-label')
    if (label !== null) return label
    const labels = (element as HTMLInputElement).labels
    return labels && labels.length > 0 ? textOf(labels[0] ?? null) : textOf(element)
  }
  const regex = pattern && new RegExp(pattern.source, pattern.flags)
  const fits = (found: string) => (regex ? regex.test(found) : name === null || found === name)
  const modal = document.querySelector('dialog:modal') // the rest of the page is inert behind it
  const isHere = (element: Element) => (!modal || modal.contains(element)) && isShown(element) && fits(nameOf(element))
  const roots = Array.from(document.querySelectorAll(within))
  const element = roots.flatMap((root) => Array.from(root.querySelectorAll(selector))).filter(isHere)[index]
  if (!element) return null

  const box = element.getBoundingClientRect()
  if (box.top < 0 || box.bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  else element.scrollIntoView({ block: 'nearest', behavior: 'instant' }) // the element may be in a scrollable list
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  return {
    name: nameOf(element),
    text: (element as HTMLElement).innerText,
    isEnabled: !element.matches(':disabled, [aria-disabled=true]'),
    isFocused: document.activeElement === element,
    isReachable: hit !== null && (element.contains(hit) || hit.contains(element)),
    x,
    y,
    attributes: Object.fromEntries([...element.attributes].map((attribute) => [attribute.name, attribute.value])),
  }
}
