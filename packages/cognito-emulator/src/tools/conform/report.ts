import { printable } from '../../printing.ts'
import type { ConformReport, Finding, Outcome, Verdict } from './conform.ts'

const WIDTH = 'not supported  '.length
const WORDS: Record<Outcome, string> = {
  refused: 'refused',
  accepted: 'ACCEPTED',
  'not supported': 'not supported',
  'not judged': 'not judged',
}

/** Formats a report as text: one line for each wrong answer, followed by the variants that were not refused. */
export function formatReport({ url, signIns, verdicts, refused }: ConformReport): string {
  const lines = [
    url,
    formatLine('signs in', `by password${formatRight(signIns.password)}`),
    formatLine('signs in', `by SRP${formatRight(signIns.srp)}`),
    ...verdicts.flatMap(formatVerdict),
    `${refused} of ${verdicts.length} refused`,
  ]
  return lines.map(printable).join('\n')
}

function formatRight(result: string): string {
  return result === 'ok' ? '' : `: no (${result})`
}

function formatVerdict({ title, outcome, findings }: Verdict): string[] {
  const others = findings.filter((finding) => finding.outcome !== 'refused')
  const reasons = new Set(findings.map((finding) => `${finding.outcome} ${finding.detail}`))
  if (reasons.size === 1) return [formatLine(WORDS[outcome], title + formatReason(others[0]?.detail ?? ''))]
  return [formatLine(WORDS[outcome], title), ...others.map(formatFinding)]
}

function formatFinding({ way, outcome, detail }: Finding): string {
  return formatLine('', `- ${way}: ${WORDS[outcome]}${formatReason(detail)}`)
}

function formatReason(detail: string): string {
  return detail ? ` (${detail})` : ''
}

function formatLine(word: string, text: string): string {
  return `${word.padEnd(WIDTH)}${text}`
}
