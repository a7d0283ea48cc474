import { expect, test } from 'vitest'

import { expiredServer, granting, REFRESH } from '../../test/session-handlers.ts'

test.each([
  ['GetTokensFromRefreshToken', 'GetTokensFromRefreshToken'],
  ['REFRESH_TOKEN_AUTH', 'InitiateAuth'],
] as const)(
  'refreshFlow %s makes renewSession call %s, but does not change the operation that a page requests',
  async (refreshFlow, operation) => {
    const { browser, pool, sessions } = await expiredServer({ refreshFlow })
    let n = 0
    const grantNext = () => granting((n += 1))
    pool.on('InitiateAuth', grantNext, grantNext).on(REFRESH, grantNext, grantNext)
    browser.keep((await sessions.renewSession(browser.source)).setCookies)
    await browser.call('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN' })
    await browser.call(REFRESH)
    expect(pool.operations.slice(1)).toEqual([operation, 'InitiateAuth', REFRESH])
  },
)

test('a REFRESH_TOKEN_AUTH request contains the refresh token from the cookies and a computed secret hash, not the page’s values', async () => {
  const { browser, pool, sessions } = await expiredServer({
    refreshFlow: 'REFRESH_TOKEN_AUTH',
    clientSecret: 'client-secret',
  })
  pool.on('InitiateAuth', granting(1, { refreshToken: undefined }), granting(2, { refreshToken: undefined }))
  browser.keep((await sessions.renewSession(browser.source)).setCookies)
  await browser.call('InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN',
    AuthParameters: { REFRESH_TOKEN: 'stolen', DEVICE_KEY: 'device-1', SECRET_HASH: 'forged' },
    UserContextData: { EncodedData: 'x' },
    Other: 'x',
  })
  const hash = expect.stringMatching(/^.{43}=$/)
  expect(pool.payload('InitiateAuth')).toEqual({
    ClientId: 'web',
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: 'refresh-1', SECRET_HASH: hash },
  })
  expect(pool.payload('InitiateAuth', 1)).toEqual({
    ClientId: 'web',
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: 'refresh-1', DEVICE_KEY: 'device-1', SECRET_HASH: hash },
    UserContextData: { EncodedData: 'x' },
  })
})
