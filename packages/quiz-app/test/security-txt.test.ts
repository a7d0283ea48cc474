import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { createSecurityTxt, repositoryContact } from '../shell/security-txt.ts'

test('security.txt names the contact and expires within a year of the build', () => {
  expect(createSecurityTxt('https://example.com/report', new Date('2026-11-22T12:00:00Z'))).toBe(
    'Contact: https://example.com/report\nExpires: 2027-10-01T00:00:00.000Z\nPreferred-Languages: en, pt\n',
  )
})

test.each(['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', '2028-02-29T12:00:00Z', '2026-12-31T23:59:59Z'])(
  'a security.txt built at %s is valid for at least ten months and less than a year',
  (builtAt) => {
    const text = createSecurityTxt('mailto:security@example.com', new Date(builtAt))
    const expires = new Date(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
    const days = (expires.getTime() - new Date(builtAt).getTime()) / 86_400_000
    expect(days).toBeGreaterThan(300)
    expect(days).toBeLessThan(365)
  },
)

test('the default contact is the address for bugs in package.json', () => {
  const { bugs } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    bugs: { email: string }
  }
  expect(repositoryContact()).toBe(`mailto:${bugs.email}`)
  expect(createSecurityTxt(repositoryContact(), new Date())).toContain('Contact: mailto:')
})

test.each([
  ['a URL', { bugs: 'https://example.com/issues' }],
  ['an object with a URL', { bugs: { url: 'https://example.com/issues', email: 'bugs@example.com' } }],
])('if bugs in package.json is %s, this URL is the default contact', (_what, manifest) => {
  expect(repositoryContact(JSON.stringify(manifest))).toBe('https://example.com/issues')
})

test.each(['', 'security@example.com', 'http://example.com', 'mailto:a@b.c\nContact: x', 'mailto:'])(
  'createSecurityTxt rejects the contact %j, which is not a valid https or mailto address',
  (contact) => {
    expect(() => createSecurityTxt(contact, new Date())).toThrow('VITE_SECURITY_CONTACT')
  },
)
