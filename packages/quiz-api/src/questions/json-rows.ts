import { BankError, type BankRow } from './check-bank.ts'

/**
 * The elements of a JSON array with the line each starts in; the elements themselves are not checked.
 *
 * @throws BankError when the text is not JSON or not an array.
 */
export function readJsonRows(source: string, text: string): BankRow[] {
  const values = parseJson(source, text)
  if (!Array.isArray(values)) {
    throw new BankError(source, [{ line: 1, field: '', message: 'must be a JSON array of questions' }])
  }
  const lines = elementLines(text)
  return values.map((value: unknown, index) => ({ line: lines[index] ?? 1, value }))
}

function parseJson(source: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const line = Number(/line (\d+)/.exec(String(error))?.[1] ?? text.split('\n').length)
    throw new BankError(source, [{ line, field: '', message: 'is not valid JSON' }])
  }
}

/** JSON.parse keeps no positions: this finds where the elements of the outermost array start, in text known to be JSON. */
function elementLines(text: string): number[] {
  const lines: number[] = []
  let line = 1
  let depth = 0
  let expectsElement = false
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},\n]|[^\s[\]{},"]+/g)) {
    if (token === '\n') {
      line += 1
      continue
    }
    if (depth === 1 && expectsElement && token !== ']') lines.push(line)
    expectsElement = depth === 1 ? token === ',' : depth === 0
    if (token === '[' || token === '{') depth += 1
    if (token === ']' || token === '}') depth -= 1
  }
  return lines
}
