import type { Line, Result } from './result.ts'

/** Formats the Markdown table for the client's README. */
export function formatTable(results: readonly Result[]): string {
  const rows = results.map(({ consumer, lines, failure }) => [
    consumer.title,
    consumer.versions || '–',
    formatLines(lines) || '–',
    failure === undefined ? 'yes' : 'NO',
    consumer.setup ?? '–',
  ])
  const head = ['project', 'with', 'tried', 'signs in, is refused, refreshes', 'what you do']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Formats versions with their environments: `20.19.0 (ESM, CommonJS); 24.0.0 (ESM, CommonJS)`. */
function formatLines(lines: readonly Line[]): string {
  const versions = [...new Set(lines.map(({ version }) => version))]
  return versions
    .map((version) => {
      const of = lines.filter((line) => line.version === version)
      const environments = of
        .map(({ environment, figures }) => [environment, figures].filter(Boolean).join(': '))
        .filter(Boolean)
        .join(', ')
      return version && environments ? `${version} (${environments})` : (version ?? environments)
    })
    .join('; ')
}
