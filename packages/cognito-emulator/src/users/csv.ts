type Field = { value: string; end: number }

/**
 * Parses a CSV file (RFC 4180) into rows of fields, without empty lines. As in the service, a comma after a backslash
 * is part of an unquoted field. The run time is linear in the length of the text.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let start = 0; start <= text.length;) {
    const { value, end } = quotedFieldAt(text, start) ?? plainFieldAt(text, start)
    row.push(value)
    start = text.startsWith('\r\n', end) ? end + 2 : end + 1
    if (text[end] === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

/** Reads a quoted field. Returns undefined if the field is not quoted or does not end with the closing quote. */
function quotedFieldAt(text: string, start: number): Field | undefined {
  if (text[start] !== '"') return undefined
  let close = text.indexOf('"', start + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1 || !',\r\n'.includes(text.charAt(close + 1))) return undefined
  return { value: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
}

function plainFieldAt(text: string, start: number): Field {
  const fieldEnd = /(?<!\\),|[\r\n]|$/g
  fieldEnd.lastIndex = start
  const end = fieldEnd.exec(text)?.index ?? text.length
  return { value: text.slice(start, end).replaceAll('\\,', ','), end }
}
