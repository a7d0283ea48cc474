import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const PACKAGE = resolve(import.meta.dirname, '../..')
const PAGES = ['README.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: PACKAGE })]

/** Returns the URL fragments that GitHub and npm create for the headings of a page. */
function fragmentsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

test('every link to a section of a page has a matching heading', () => {
  const links = PAGES.map((page) => join(PACKAGE, page)).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(
      ([link, target = '', fragment = '']) => ({
        link: `${path}: ${link}`,
        fragment,
        page: target === '' ? path : resolve(dirname(path), target),
      }),
    ),
  )
  expect(links.length).toBeGreaterThan(20)
  const broken = links.filter(({ page, fragment }) => !fragmentsOf(page).includes(fragment))
  expect(broken.map(({ link }) => link)).toEqual([])
})
