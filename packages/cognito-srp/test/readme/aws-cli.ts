/**
 * Returns the JSON input that the AWS CLI creates from a command's flags. For example, `--enable-token-revocation` becomes
 * `EnableTokenRevocation: true`. Multiple values of a flag become a list, and `Feature=ENABLED,…` becomes an object.
 */
export function readCliInput(command: string): Record<string, unknown> {
  const words = command.replaceAll('\\\n', ' ').trim().split(/\s+/)
  const input: Record<string, unknown> = {}
  for (const [index, word] of words.entries()) {
    if (!word.startsWith('--')) continue
    const end = words.findIndex((other, at) => at > index && other.startsWith('--'))
    const values = words.slice(index + 1, end < 0 ? undefined : end).map(readValue)
    const isOff = word.startsWith('--no-')
    const name = word.slice(isOff ? '--no-'.length : '--'.length)
    input[toPascalCase(name)] = values.length === 0 ? !isOff : values.length === 1 ? values[0] : values
  }
  return input
}

function readValue(text: string): unknown {
  if (!text.includes('=')) return text
  const fields = text.split(',').map((field) => field.split('='))
  return Object.fromEntries(fields.map(([name, value = '']) => [name, /^\d+$/.test(value) ? Number(value) : value]))
}

function toPascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
