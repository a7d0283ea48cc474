import { setTimeout as sleep } from 'node:timers/promises'
import { ANA } from '@cognito-srp/testing/user-pools'

import type { Page } from '../../test/browser/pages.ts'
import type { Report } from './search.ts'
import type { SessionSite } from './site.ts'

/** Signs out while the server is unreachable, and signs out again once the server is reachable. */
export async function tryUnreachableSignOut(site: SessionSite, page: Page, report: Report): Promise<void> {
  const asked = site.exchanges.length
  const [code, name, second] = await page.evaluate(async () => {
    const { fetch } = globalThis
    globalThis.fetch = () => Promise.reject(new TypeError('unreachable'))
    const code = await cognito.signOut(client).then(
      () => 'none',
      (error: { code: string }) => error.code,
    )
    globalThis.fetch = fetch
    const name = await cognito.currentUsername(client)
    const { session } = await (await fetch('/auth/session')).json()
    if (!session) return [code, name, 'no session']
    await cognito.signOut(client)
    const after = await (await fetch('/auth/session')).json()
    await cognito.adoptSession(client, session)
    return [code, name, after.session === null ? 'ended' : 'still there']
  })
  const revocations = site.exchanges.slice(asked).filter(({ operation }) => operation === 'RevokeToken').length
  report(
    code === 'NetworkError' && name === null && second === 'ended' && revocations === 1,
    `a sign-out that did not reach the server: ${code}, signed out in the page; the next sign-out, with ${revocations} request, left the session ${second}`,
  )
  const errorCode = await page.evaluate(() =>
    cognito.getSession(client, { forceRefresh: true }).then(
      () => 'renewed',
      (error: { code: string }) => error.code,
    ),
  )
  const rest = await page.evaluate(() => cognito.currentUsername(client))
  report(
    errorCode === 'NotAuthorizedException' && rest === null,
    `the adopted session is rejected with ${errorCode} and signed out`,
  )
}

/** Leaves the page before the server has responded to a sign-out. */
export async function tryLeavingAtOnce(site: SessionSite, page: Page, report: Report): Promise<void> {
  await page.evaluate(async ({ username, password }) => void (await cognito.signIn(client, { username, password })), {
    username: ANA.username,
    password: ANA.password,
  })
  site.delaysMs.set('RevokeToken', 1000)
  const asked = site.exchanges.length
  await page.evaluate(() => void setTimeout(() => void cognito.signOut(client)))
  await page.reload()
  const hasLeft = !site.exchanges.slice(asked).some(({ operation }) => operation === 'RevokeToken')
  while (!site.exchanges.slice(asked).some(({ operation }) => operation === 'RevokeToken')) await sleep(50)
  site.delaysMs.clear()
  await sleep(200)
  await page.evaluate(async () => void (await fetch('/read-only')))
  const cookie = site.exchanges.at(-1)?.cookie
  report(
    hasLeft && cookie === '',
    `a page that was left before the response to its sign-out: the browser sends ${cookie === '' ? 'no cookie' : 'cookies'} afterwards`,
  )
}

/** Signs out through a route that calls `endSession`, as a form action would. */
export async function tryServerSignOut(site: SessionSite, page: Page, report: Report): Promise<void> {
  await page.evaluate(async ({ username, password }) => void (await cognito.signIn(client, { username, password })), {
    username: ANA.username,
    password: ANA.password,
  })
  const asked = site.operations.length
  const session = await page.evaluate(async () => {
    await fetch('/logout', { method: 'POST' })
    return JSON.stringify((await (await fetch('/auth/session')).json()).session)
  })
  const cookie = site.exchanges.at(-1)?.cookie
  const operations = site.operations.slice(asked).join()
  report(
    session === 'null' && cookie === '' && operations === 'RevokeToken',
    `a route that calls endSession: the browser sends ${cookie === '' ? 'no cookie' : 'cookies'} afterwards, and the pool received ${operations}`,
  )
}
