import type { TestName } from './reports.ts'

/** A placeholder in a title of `test.each`, such as `%s`, `%#` or `$name.first`. */
const PLACEHOLDER = /%[sdifjoO#$]|\$\w+(?:\.\w+)*/

/**
 * Lists the sentences of the specification that this run did not prove, each with the reason. A sentence is proved if
 * the test that the page names for it has passed under exactly that title. A commented-out or skipped test, or a
 * misspelt title, does not prove the sentence.
 *
 * @param page text of docs/specification.md, whose tables have the columns sentence, test file and title
 */
export function unprovenSentences(page: string, passed: readonly TestName[]): string[] {
  const rows = page
    .split('\n')
    .filter((line) => /^\| (?!Sentence |---)/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
  if (rows.length === 0) return ['the page names no test']

  return rows.flatMap(([sentence = '', file = '', title = '']) => {
    const path = file.replaceAll('`', '')
    const isNamed = titlePattern(title)
    if (title === '') return [`${sentence}: no test is named`]
    if (passed.some((test) => test.file === path && isNamed.test(test.title))) return []
    return [`${sentence}: in ${path} no test "${title}" has passed`]
  })
}

function titlePattern(title: string): RegExp {
  const parts = title.split(PLACEHOLDER).map((part) => RegExp.escape(part.replaceAll('%%', '%')))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
