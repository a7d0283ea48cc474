/** The head of docs/measurements.md. */
const HEAD = `# Measurements

The command \`npm run bench\` writes this page. Each section is the output of one program, and begins with the date, the machine and the
command. A run replaces only the sections that it measured. Times are medians, and the compared programs take turns. Times on another
machine will differ, so compare only the ratios within one section.
`

/** Returns the page with a new text for the section with this title. A missing section is added at the end. */
export function replaceSection(page: string, title: string, text: string): string {
  const [, ...sections] = page.split(/^(?=## )/m)
  const section = `## ${title}\n\n${text.trim()}\n`
  const index = sections.findIndex((known) => known.startsWith(`## ${title}\n`))
  if (index === -1) sections.push(section)
  else sections[index] = section
  return [HEAD, ...sections.map((known) => `${known.trim()}\n`)].join('\n')
}
