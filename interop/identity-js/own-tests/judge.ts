import { INCUMBENT, OURS, type Project } from '../project.ts'
import { ADAPTATIONS } from './adapt.ts'
import { EXCLUDED_FILES, EXCLUDED_TESTS } from './exclusions.ts'
import type { TestResult } from './jest.ts'
import { runAdapted, runAsTheyAre } from './run.ts'

/**
 * Number of adapted tests that the drop-in passes. The drop-in fails one test, which replaces `document.cookie` with a
 * string. In this string, a cookie named `domain` and the attribute `domain` look like two contradicting cookies. The
 * drop-in then ignores both.
 */
const PASSES_AT_LEAST = 158
/**
 * Number of adapted tests that the incumbent passes. The incumbent fails one test, because it retries a rejected refresh
 * for six seconds, while the test mocks only a single response.
 */
const CEILING = 158
/**
 * Number of the 759 unchanged tests that the incumbent passes. The other two results are test files for React Native,
 * which fail because their modules are not installed.
 */
const PASSES_AS_THEY_ARE = 757

/** Runs the incumbent's own tests on the incumbent and on the drop-in, and prints the counts. */
export async function judgeOwnTests(project: Project): Promise<boolean> {
  const asTheyAre = await runAsTheyAre(project)
  const incumbent = await runAdapted(project, INCUMBENT)
  const ours = await runAdapted(project, OURS)
  console.log(formatCounts(asTheyAre, incumbent, ours))
  printList('\nAdapted:', ADAPTATIONS)
  for (const { reason, tests } of [...EXCLUDED_FILES, ...EXCLUDED_TESTS]) printList(`\nExcluded, ${reason}:`, tests)
  printFailures('the incumbent', incumbent)
  printFailures('the drop-in', ours)
  return (
    atLeast('the incumbent, as they are', count(asTheyAre), PASSES_AS_THEY_ARE) &&
    atLeast('the incumbent, adapted', count(incumbent), CEILING) &&
    atLeast('the drop-in, adapted', count(ours), PASSES_AT_LEAST)
  )
}

/** Formats one row per file, with the numbers of tests that passed and that ran. */
function formatCounts(...runs: TestResult[][]): string {
  const files = [...new Set(runs.flat().map(({ file }) => file))].sort()
  const rows = files.map((file) => rowOf(file, (result) => result.file === file))
  const head = ['file', 'incumbent, as they are', 'incumbent, adapted', 'drop-in, adapted']
  const table = [head, head.map(() => '---'), ...rows, rowOf('all', () => true)]
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')

  function rowOf(title: string, isMeant: (result: TestResult) => boolean): string[] {
    return [title].concat(runs.map((run) => countsOf(run.filter(isMeant))))
  }
}

function countsOf(results: readonly TestResult[]): string {
  const run = results.filter(({ status }) => status !== 'excluded').length
  return run === 0 ? 'excluded' : `${count(results)} of ${run}`
}

const count = (results: readonly TestResult[]) => results.filter(({ status }) => status === 'passed').length

function printList(title: string, lines: readonly string[]): void {
  console.log(title)
  for (const line of lines) console.log(`- ${line}`)
}

function printFailures(who: string, results: readonly TestResult[]): void {
  for (const { file, name, message } of results.filter(({ status }) => status === 'failed')) {
    console.log(`\n${who} fails ${file}: ${name}\n${message}`)
  }
}

function atLeast(what: string, passed: number, bar: number): boolean {
  if (passed < bar) console.log(`\n${what}: ${passed} passed, but at least ${bar} must pass.`)
  return passed >= bar
}
