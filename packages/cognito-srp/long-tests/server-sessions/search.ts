import { findSecrets, whatScriptsRead, type Find, type Sight } from '@cognito-srp/testing/secrets'

import type { Page } from '../../test/browser/pages.ts'
import type { SessionSite } from './site.ts'

/** Function that prints the result of a check. If the check failed, the function adds `FAILED` and sets the exit status to 1. */
export type Report = (isWell: boolean, what: string) => void

/** Matches the `place` of a request body that has to contain the password. */
const WITH_PASSWORD = /request body of (ChangePassword|SignUp|ConfirmForgotPassword)$/

const HIDDEN_COOKIE = /^__Host-[\w.]+=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/

/** Searches for secrets in all recorded exchanges, and in the storages, cookies and URLs that a script in the page can read. */
export async function lookForSecrets(site: SessionSite, page: Page, report: Report): Promise<void> {
  const sights = await allSights(site, page)
  const finds = findSecrets(sights, site.secrets)
  const [byNature, others] = [finds.filter(isByNature), finds.filter((find) => !isByNature(find))]
  for (const { place, secret } of others.slice(0, 10)) console.log(`${secret} in ${place}`)
  const areHidden = site.exchanges
    .flatMap(({ setCookies }) => setCookies)
    .every((line) =>
      site.engine.name === 'WebKit' ? line.endsWith('; HttpOnly; SameSite=Lax') : HIDDEN_COOKIE.test(line),
    )
  const cookies = site.exchanges.flatMap(({ setCookies }) => setCookies).length
  report(
    others.length === 0 && byNature.length > 0 && site.secrets.length > 30 && areHidden && cookies > 0,
    `${others.length} finds of ${site.secrets.length} secrets in ${sights.length} bodies, addresses, items and cookies; the password in ${byNature.length} that change it; ${cookies} cookies set, all of them hidden from scripts`,
  )
}

function isByNature({ place, secret }: Find): boolean {
  return WITH_PASSWORD.test(place) && secret === 'the password'
}

/** Plants a secret in seven of the places that must not contain secrets, and checks that the search finds all of them. */
export async function plantSecrets(site: SessionSite, page: Page, report: Report): Promise<void> {
  const secret = site.secrets.find(({ name }) => name.startsWith('refresh token'))?.text ?? ''
  const jwt = site.secrets.find(({ name }) => name.startsWith('access token'))?.text ?? ''
  const places = [
    'localStorage',
    'sessionStorage',
    'document.cookie',
    'IndexedDB',
    'address',
    'request body',
    'response body',
  ]
  const before = new Set(findSecrets(await allSights(site, page), site.secrets).map(({ place }) => place))
  const planted = await page.evaluate(
    async ({ secret, jwt }) => {
      localStorage.setItem('planted', secret)
      sessionStorage.setItem('planted', jwt)
      document.cookie = `planted=${encodeURIComponent(secret)}`
      await new Promise((done) => {
        const request = indexedDB.open('planted', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('items', { autoIncrement: true }).add({ jwt })
        request.onsuccess = () => done(request.result.close())
      })
      await fetch(`/planted?token=${btoa(secret)}`)
      await fetch('/auth/planted', { method: 'POST', body: JSON.stringify({ token: secret }) })
      return true
    },
    { secret, jwt },
  )
  site.exchanges.push({ ...lastOf(site), answer: JSON.stringify({ AuthenticationResult: { AccessToken: jwt } }) })
  const finds = findSecrets(await allSights(site, page), site.secrets)
  const found = places.filter((name) => finds.some(({ place }) => place.startsWith(name) && !before.has(place)))
  report(
    planted && found.length === places.length,
    `planted in ${places.length} places, found in ${found.length}: ${found.join(', ')}`,
  )
}

async function allSights(site: SessionSite, page: Page): Promise<Sight[]> {
  return [...site.sights(), ...(await page.evaluate(whatScriptsRead))]
}

function lastOf({ exchanges }: SessionSite) {
  const last = exchanges.at(-1)
  if (!last) throw new Error('No exchange was recorded.')
  return last
}
