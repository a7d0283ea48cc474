import { BASELINE, CONTESTANTS, ALL, type Contestant } from './contestants.ts'

/** Values of one measurement, by contestant. */
export type Row = { what: string; unit: string; values: Partial<Record<Contestant, number>> }

/** Formats a Markdown table. The last column compares our client with the baseline. */
export function formatRows(rows: readonly Row[]): string {
  const head = ['', ...Object.values(CONTESTANTS), `reduction from ${CONTESTANTS[BASELINE]}`]
  const lines = rows.map(({ what, unit, values }) => [
    what,
    ...ALL.map((name) => formatValue(values[name], unit)),
    formatRatio(values['cognito-srp'], values[BASELINE]),
  ])
  return formatTable([head, ...lines])
}

/** Formats cells as a Markdown table. The first line is the header. */
export function formatTable([head = [], ...lines]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function formatMs(value: number | undefined): string {
  return formatValue(value, 'ms')
}

/** Formats the factor by which our value is smaller than the baseline's value. */
export function formatRatio(ours: number | undefined, theirs: number | undefined): string {
  if (ours === undefined || theirs === undefined) return '–'
  if (ours === 0) return 'to zero'
  const ratio = theirs / ours
  return `${ratio.toFixed(ratio < 10 ? 1 : 0)}×`
}

function formatValue(value: number | undefined, unit: string): string {
  if (value === undefined) return '–'
  const digits = Number.isInteger(value) || value >= 100 ? 0 : 1
  return `${value.toFixed(digits)} ${unit}`.trimEnd()
}
