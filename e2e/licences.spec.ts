import { readFileSync } from 'node:fs'
import { ALLOWED_LICENCES, dependenciesOf } from '@cognito-srp/testing/shipped'

import { expect, test } from './product.ts'

test('the page links to a file with the licence notices of the packages in its bundle', async ({ request }) => {
  const page = await (await request.get('/')).text()
  const link = /<link rel="license" href="([^"]+)"/.exec(page)?.[1] ?? ''
  const served = await request.get(link)
  expect(served.headers()['content-type']).toBe('text/plain; charset=utf-8')

  const notices = (await served.text()).split(/^## /m).slice(1)
  const titles = notices.map((notice) => /^(?<name>\S+) - (?<version>\S+) \((?<licence>.+)\)$/m.exec(notice)?.groups)
  expect(titles.map((title) => title?.['name'])).toEqual(
    expect.arrayContaining(['@noble/hashes', 'idb', 'jotai', 'react', 'react-dom', 'uqr', 'zod']),
  )
  expect(titles.filter((title) => !ALLOWED_LICENCES.includes(title?.['licence'] ?? ''))).toEqual([])
  const installed = new Map(
    dependenciesOf('packages/quiz-app').map((found) => [`${found.name}@${found.version}`, found]),
  )
  for (const [index, title] of titles.entries()) {
    const { notice } = installed.get(`${title?.['name']}@${title?.['version']}`) ?? {}
    expect(notices[index]).toContain(notice?.split('\n')[0])
  }
  expect(readFileSync('packages/quiz-app/dist/service-worker.js', 'utf8')).not.toContain(link)
})
