import { BASELINE, CONTESTANTS, type Contestant } from './contestants.ts'

/** One measurement of every contestant that has it. */
export type Row = { what: string; unit: string; values: Partial<Record<Contestant, number>> }

const names = Object.keys(CONTESTANTS) as Contestant[]

/** A table in Markdown; the last column says how many times less ours takes than the baseline. */
export function formatTable(rows: readonly Row[]): string {
  const head = ['', ...Object.values(CONTESTANTS), `less than ${CONTESTANTS[BASELINE]}`]
  const lines = rows.map(({ what, unit, values }) => [
    what,
    ...names.map((name) => formatValue(values[name], unit)),
    formatRatio(values['cognito-srp'], values[BASELINE]),
  ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function formatValue(value: number | undefined, unit: string): string {
  if (value === undefined) return '–'
  const digits = Number.isInteger(value) || value >= 100 ? 0 : 1
  return `${value.toFixed(digits)} ${unit}`.trimEnd()
}

function formatRatio(ours: number | undefined, theirs: number | undefined): string {
  if (ours === undefined || theirs === undefined) return '–'
  return ours > 0 ? `${(theirs / ours).toFixed(1)}×` : 'nothing left'
}
