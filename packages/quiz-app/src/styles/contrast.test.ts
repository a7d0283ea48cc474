import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const TEXT_RATIO = 4.5 // WCAG 2.2, 1.4.3
const BORDER_RATIO = 3 // WCAG 2.2, 1.4.11

const tokens = readTokens(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'))

const SURFACES = ['canvas', 'surface', 'sunken']
const MEANINGS = ['accent', 'positive', 'warning', 'negative']

const TEXT_PAIRS = [
  ...['ink', 'ink-soft', 'accent', 'positive', 'warning', 'negative'].flatMap((text) =>
    SURFACES.map((surface) => [text, surface]),
  ),
  ...MEANINGS.flatMap((meaning) => [
    [meaning, `${meaning}-soft`],
    ['ink', `${meaning}-soft`],
  ]),
  ...['accent-fill', 'accent-fill-hover', 'positive-fill', 'negative-fill', 'negative-fill-hover'].map((fill) => [
    'on-fill',
    fill,
  ]),
]

const BORDER_PAIRS = [
  ...['line-strong', 'accent', 'positive', 'warning', 'negative'].flatMap((border) =>
    ['canvas', 'surface'].map((surface) => [border, surface]),
  ),
  ...['accent-fill', 'positive-fill', 'negative-fill'].map((fill) => [fill, 'surface']),
  // The background of a chart changes under the pointer.
  ...['accent', 'line-strong'].map((line) => [line, 'accent-soft']),
]

test.each(['light', 'dark'] as const)(
  'the contrast of text is at least 4.5:1 on every surface of the %s theme',
  (theme) => {
    expect(pairsBelow(TEXT_RATIO, TEXT_PAIRS, theme)).toEqual([])
  },
)

test.each(['light', 'dark'] as const)(
  'the contrast of borders and fills is at least 3:1 on the surfaces of the %s theme',
  (theme) => {
    expect(pairsBelow(BORDER_RATIO, BORDER_PAIRS, theme)).toEqual([])
  },
)

// The first two pairs come from the WCAG definition of contrast ratio. The colour #767676 on white is a widely published
// borderline case.
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
])('the contrast of %s and %s is %f', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2)
})

type Theme = 'light' | 'dark'

function pairsBelow(least: number, pairs: readonly (readonly string[])[], theme: Theme): string[] {
  return pairs.flatMap(([text, surface]) => {
    const ratio = contrastOf(colour(text, theme), colour(surface, theme))
    return ratio < least ? [`${text} on ${surface}: ${ratio.toFixed(2)}`] : []
  })
}

function colour(name: string | undefined, theme: Theme): string {
  const token = tokens.get(name ?? '')
  if (!token) throw new Error(`tokens.css has no --color-${name} with six-digit hex values`)
  return token[theme]
}

/** Reads each `--color-*` with its hex values in both themes; a single value applies to both. */
function readTokens(css: string): Map<string, Record<Theme, string>> {
  const pattern = /--color-([\w-]+):\s*(?:light-dark\()?(#[\da-f]{6})(?:,\s*(#[\da-f]{6}))?/g
  return new Map(
    Array.from(css.matchAll(pattern), ([, name = '', light = '', dark = light]) => [name, { light, dark }]),
  )
}

/** Returns the contrast ratio of two colours (WCAG 2.2, "contrast ratio" and "relative luminance"). */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
