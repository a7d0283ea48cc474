import { CAUSES, type Cause } from './causes.ts'
import type { TestReport } from './judge.ts'
import { versionOf, type Library } from './library.ts'

/** Reports on every test with one library. */
export type Judged = { library: Library; reports: TestReport[] }

/** Cause of failures, with the failed tests. `shown` is the test that the reproduction of this cause runs. */
export type Failure = { library: Library; cause: Cause; failed: TestReport[]; shown: TestReport }

/**
 * Assigns each failed test to its cause.
 *
 * @throws Error when a failed test has no cause, or a cause has no failed test.
 */
export function failuresOf(judged: readonly Judged[]): Failure[] {
  return judged.flatMap(({ library, reports }) => {
    const causes = CAUSES.filter((cause) => cause.library === library.name)
    const byCause = Map.groupBy(
      reports.filter(({ outcome }) => outcome === 'failed'),
      (report) => {
        const cause = causes.find(({ explains }) => explains(report))
        if (!cause) throw new Error(`${library.name} fails a test without a known cause: ${JSON.stringify(report)}`)
        return cause
      },
    )
    return causes.map((cause) => {
      const failed = byCause.get(cause) ?? []
      const shown = failed.find(({ type }) => cause.reproduction !== undefined || type === 'PasswordClaim')
      if (!shown) throw new Error(`${library.name} passes every test that should fail for this cause: ${cause.what}`)
      return { library, cause, failed, shown }
    })
  })
}

export function commandOf({ library, cause, shown }: Failure): string[] {
  const program = cause.reproduction ?? library.reproduction
  return [`interop/vectors/reproductions/${program}`, shown.file, shown.comment]
}

export function summaryTable(judged: readonly Judged[]): string {
  const rows = judged.map(({ library, reports }) => {
    const counts = countOutcomes(reports)
    const link = `[${library.name}](https://www.npmjs.com/package/${library.name})`
    return [link, versionOf(library.name), library.published, counts.passed, counts.failed, counts['not covered']]
  })
  return table(['Library', 'Version', 'Published', 'Tests passed', 'Tests failed', 'Tests not covered'], rows)
}

/** Results by group type, limited to the types that at least one library covers. */
export function typeTable(judged: readonly Judged[]): string {
  const types = [...new Set(judged.flatMap(({ reports }) => reports.map(({ type }) => type)))]
  const rows: string[][] = []
  for (const type of types) {
    const cells = judged.map(({ reports }) => cellOf(reports.filter((each) => each.type === type)))
    if (cells.some((cell) => cell !== 'not covered')) rows.push([`\`${type}\``, ...cells])
  }
  return table(['Group type', ...judged.map(({ library }) => library.name)], rows)
}

export function failureTable(failures: readonly Failure[]): string {
  const rows = failures.map((failure) => {
    const { library, cause, failed } = failure
    const flags = [...new Set(failed.flatMap((report) => report.flags))].sort()
    const [program, file, comment] = commandOf(failure)
    return [library.name, flags.join(', '), failed.length, cause.what, `\`node ${program} ${file} '${comment}'\``]
  })
  return table(['Library', 'Flags', 'Tests', 'What the library does', 'Reproduction'], rows)
}

/** Reasons for which tests are not covered. */
export function notCoveredTable(judged: readonly Judged[]): string {
  const rows = judged.flatMap(({ library, reports }) => {
    const skipped = Map.groupBy(
      reports.filter(({ outcome }) => outcome === 'not covered'),
      ({ detail }) => detail,
    )
    return [...skipped].map(([detail, tests]) => {
      const types = [...new Set(tests.map(({ type }) => type))].map((type) => `\`${type}\``)
      return [library.name, detail, tests.length, types.join(', ')]
    })
  })
  return table(['Library', 'Reason', 'Tests', 'Group types'], rows)
}

function countOutcomes(reports: readonly TestReport[]): Record<TestReport['outcome'], number> {
  const counts = { passed: 0, failed: 0, 'not covered': 0 }
  for (const { outcome } of reports) counts[outcome]++
  return counts
}

function cellOf(reports: readonly TestReport[]): string {
  const { passed, failed } = countOutcomes(reports)
  if (passed + failed === 0) return 'not covered'
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`
}

function table(head: string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
