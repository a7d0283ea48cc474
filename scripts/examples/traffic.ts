import { expect } from '@playwright/test'
import type { BrowserContext, Page } from 'playwright'

import { findSecrets, secretsOfToken, whatScriptsRead, type Sight } from '../../packages/testing/src/secrets.ts'
import type { Pool } from './pool.ts'

/** A browser's traffic: the URLs and bodies of all requests, and the bodies of all responses. */
export type Traffic = { sights(): Promise<Sight[]> }

export function watchTraffic(context: BrowserContext): Traffic {
  const sights: Promise<Sight>[] = []
  context.on('request', (request) => {
    sights.push(Promise.resolve({ place: 'an address', text: request.url() }))
    sights.push(Promise.resolve({ place: 'a request', text: request.postData() ?? '' }))
  })
  context.on('response', (response) => {
    const body = response.text().catch(() => '') // a redirect has no body
    sights.push(body.then((text) => ({ place: 'an answer', text })))
  })
  return { sights: () => Promise.all(sights) }
}

/** Returns the places where a script or a log could read a usable secret. */
export async function placesOfSecrets(
  { traffic, page, pool }: { traffic: Traffic; page: Page; pool: Pool },
  password: string,
): Promise<string[]> {
  const secrets = pool.exchanges.flatMap(({ tokens }) =>
    Object.entries(tokens).flatMap(([name, token]) =>
      name === 'RefreshToken' ? [{ name, text: token }] : secretsOfToken(name, token),
    ),
  )
  expect(secrets.length).toBeGreaterThan(4)
  const shown = { place: 'the page', text: await page.content() }
  const sights = [...(await traffic.sights()), ...(await page.evaluate(whatScriptsRead)), shown]
  const finds = findSecrets(sights, [...secrets, { name: 'the password', text: password }])
  return [...new Set(finds.map(({ place }) => place))].toSorted()
}
