import { formatTable } from './table.ts'

/** What a measurement has to reach, and whether it does. */
export type Bar = { what: string; needed: string; measured: string; holds: boolean }

/** Ours has to be this many times better than something. */
export function atLeast(what: string, times: number, needed: number): Bar {
  return { what, needed: `≥ ${needed}×`, measured: `${times.toFixed(1)}×`, holds: times >= needed }
}

/** Ours may be no larger than this; a digit more is shown than the bar has. */
export function atMost(what: string, value: number, needed: number, unit: string): Bar {
  const digits = (String(needed).split('.')[1]?.length ?? 0) + (Number.isInteger(value) ? 0 : 1)
  const written = (text: string) => `${text} ${unit}`.trimEnd()
  return { what, needed: written(`≤ ${needed}`), measured: written(value.toFixed(digits)), holds: value <= needed }
}

/** A table in Markdown of every bar, and whether it held. */
export function formatBars(bars: readonly Bar[]): string {
  const lines = bars.map(({ what, needed, measured, holds }) => [what, needed, measured, holds ? 'met' : '**missed**'])
  return formatTable([['target', 'required', 'measured', 'result'], ...lines])
}
