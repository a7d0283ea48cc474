import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Writes the client's llms.txt, an index of its pages for language models (llmstxt.org). Run: node scripts/llms-txt.ts

const PACKAGE = resolve(import.meta.dirname, '../packages/cognito-srp')

/** Pages other than README.md and the pages in `docs`. */
const OTHER_PAGES = ['SECURITY.md', 'CHANGELOG.md']

/**
 * Returns the text of the index. The index contains the package's name and summary, and the title, first sentence and section
 * headings of each page.
 */
export function llmsText(folder: string): string {
  const { name, description } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    description: string
  }
  const guides = ['README.md', ...globSync('docs/*.md', { cwd: folder }).toSorted()]
  const list = (pages: string[]) => pages.map((page) => describePage(folder, page)).join('\n')
  return `# ${name}\n\n> ${description}\n\n## Docs\n\n${list(guides)}\n\n## Optional\n\n${list(OTHER_PAGES)}\n`
}

function describePage(folder: string, page: string): string {
  const text = readFileSync(join(folder, page), 'utf8').replace(/^```[^]*?^```$/gm, '') // comments in code are not headings
  const title = /^# (.+)$/m.exec(text)?.[1]
  const summary = /^# .+\n\n(?![#|])([^]+?\.)(?:\s|$)/m.exec(text)?.[1]?.replaceAll('\n', ' ')
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading).join(', ')
  const parts = [summary && withoutLinks(summary), sections && `Sections: ${sections}.`].filter(Boolean)
  return `- [${title}](${page}): ${parts.join(' ')}`
}

function withoutLinks(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

if (import.meta.main) writeFileSync(join(PACKAGE, 'llms.txt'), llmsText(PACKAGE))
