// node scripts/mutation-scores.ts <report.json>
//
// Reads a Stryker report and prints the mutation score of each checked folder of the client. Exits with status 1 if a
// score is below the minimum.
import { readFileSync } from 'node:fs'

const FOLDERS = ['srp', 'session', 'sign-in']
const BAR_PERCENT = 93

type Status = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored' | 'Pending'

/** The part of Stryker's report that this script reads (mutation-testing-report-schema 1). */
export type MutationReport = { files: Record<string, { mutants: { status: Status }[] }> }

export type FolderScore = { folder: string; detected: number; ofThemByTimeout: number; judged: number; percent: number }

/**
 * Computes the scores of the folders. Mutants that do not compile or are deliberately ignored are not counted. A mutant that
 * no test covers counts as survived. A folder without mutants scores 0 percent.
 */
export function scoreFolders({ files }: MutationReport): FolderScore[] {
  return FOLDERS.map((folder) => {
    const own = Object.entries(files).filter(([file]) => file.startsWith(`src/${folder}/`))
    const statuses = own.flatMap(([, { mutants }]) => mutants.map(({ status }) => status))
    const count = (...wanted: Status[]) => statuses.filter((status) => wanted.includes(status)).length
    const detected = count('Killed', 'Timeout')
    const judged = detected + count('Survived', 'NoCoverage', 'Pending')
    const percent = judged === 0 ? 0 : (100 * detected) / judged
    return { folder, detected, ofThemByTimeout: count('Timeout'), judged, percent }
  })
}

function main(path: string): void {
  const scores = scoreFolders(JSON.parse(readFileSync(path, 'utf8')) as MutationReport)
  console.log(`\n| folder | score | detected | detected by timeout | mutants |\n|---|---|---|---|---|`)
  for (const { folder, percent, detected, ofThemByTimeout, judged } of scores) {
    console.log(`| ${folder} | ${percent.toFixed(2)} % | ${detected} | ${ofThemByTimeout} | ${judged} |`)
  }
  const below = scores.filter(({ percent }) => percent < BAR_PERCENT).map(({ folder }) => folder)
  console.log(
    below.length === 0 ? `\nAll at ${BAR_PERCENT} % or above.` : `\nBelow ${BAR_PERCENT} %: ${below.join(', ')}.`,
  )
  process.exitCode = below.length === 0 ? 0 : 1
}

const [report] = process.argv.slice(2)
if (import.meta.main && report !== undefined) main(report)
