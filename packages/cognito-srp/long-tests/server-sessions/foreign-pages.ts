import { ANA } from '@cognito-srp/testing/user-pools'

import type { Page } from '../../test/browser/pages.ts'
import type { Report } from './search.ts'
import type { SessionSite } from './site.ts'

/**
 * Attacks a signed-in user from pages of other origins. To sign the user out or to read the session, the pages submit forms and
 * send requests in the modes `cors` and `no-cors`. In requests from another origin of the same site, the browser includes the
 * cookies.
 */
export async function tryForeignPages(site: SessionSite, page: Page, report: Report): Promise<void> {
  for (const [from, url] of Object.entries(site.foreignUrls)) {
    const tab = await site.profile.openTab()
    await tab.open(url)
    const [asked, seen] = [site.operations.length, site.exchanges.length]
    const readable = (await tab.evaluate(`(${attack.toString()})(${JSON.stringify(site.url)})`)) as string[]
    await tab.close()
    const exchanges = site.exchanges.slice(seen)
    const rejected = exchanges.filter(({ status }) => status === 403 || status === 415).length
    const withCookies = exchanges.filter(({ cookie }) => cookie !== '').length
    const written = exchanges.flatMap(({ setCookies }) => setCookies).length
    const reached = site.operations.length - asked
    report(
      exchanges.length >= 5 && rejected === exchanges.length && readable.length === 0 && reached === 0 && written === 0,
      `a page of ${from === 'sameSite' ? 'another origin of the site' : 'another site'}: ${rejected} of ${exchanges.length} requests rejected (${withCookies} with cookies), ${readable.length} responses readable, ${written} cookies set, ${reached} reached the pool`,
    )
  }
  const name = await page.evaluate(async () => (await cognito.getUser(client)).username)
  report(name === ANA.username, `after that ${name} is still signed in`)
}

/** Runs in the attacker's page. @returns the response bodies that the attacker's page could read */
async function attack(target: string): Promise<string[]> {
  const readable: string[] = []
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
  }
  const body = JSON.stringify({ Token: 'held-by-the-server', ClientId: 'web' })
  const requests: [string, RequestInit][] = [
    ['auth/', { method: 'POST', headers, body }],
    ['auth/', { method: 'POST', mode: 'no-cors', body }],
    ['auth/', { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ Token: 'held-by-the-server' }) }],
    ['auth/session', {}],
    ['auth/session', { mode: 'no-cors' }],
  ]
  for (const [path, request] of requests) {
    try {
      const response = await fetch(target + path, { credentials: 'include', ...request })
      const text = await response.text()
      if (text !== '') readable.push(text)
    } catch {
      // expected, because the browser must block the response
    }
  }
  for (const [path, method] of [
    ['auth/', 'post'],
    ['auth/session', 'get'],
  ] as const) {
    const frame = document.createElement('iframe')
    frame.name = `frame-${method}`
    const form = document.createElement('form')
    Object.assign(form, { action: target + path, method, target: frame.name, enctype: 'text/plain' })
    const field = document.createElement('input')
    Object.assign(field, { name: '{"Token":"held-by-the-server","x":"', value: '"}' })
    form.append(field)
    document.body.append(frame, form)
    const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }))
    await new Promise((done) => setTimeout(done, 50))
    form.submit()
    await Promise.race([loaded, new Promise((done) => setTimeout(done, 2000))])
    await new Promise((done) => setTimeout(done, 300))
    try {
      const text = frame.contentDocument?.body?.textContent ?? ''
      if (text !== '') readable.push(text)
    } catch {
      // expected, because the browser must block access to a frame from another origin
    }
  }
  return readable
}
