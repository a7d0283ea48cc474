import { formatTable } from './table.ts'

/** A limit for a measurement, and whether the measurement meets the limit. */
export type Bar = { what: string; needed: string; measured: string; holds: boolean }

/** Target with a minimum factor by which our client must be better than the baseline. */
export function atLeast(what: string, times: number, needed: number): Bar {
  return { what, needed: `≥ ${needed}×`, measured: `${times.toFixed(1)}×`, holds: times >= needed }
}

/** Target with a maximum value. A measured value with a fractional part is shown with one more decimal place than the limit. */
export function atMost(what: string, value: number, needed: number, unit: string): Bar {
  const digits = (String(needed).split('.')[1]?.length ?? 0) + (Number.isInteger(value) ? 0 : 1)
  const written = (text: string) => `${text} ${unit}`.trimEnd()
  return { what, needed: written(`≤ ${needed}`), measured: written(value.toFixed(digits)), holds: value <= needed }
}

/** Formats a Markdown table of all targets with their results. */
export function formatBars(bars: readonly Bar[]): string {
  const lines = bars.map(({ what, needed, measured, holds }) => [what, needed, measured, holds ? 'met' : '**missed**'])
  return formatTable([['target', 'required', 'measured', 'result'], ...lines])
}
