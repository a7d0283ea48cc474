import { expect, test } from 'vitest'

import { jwt, NOW_MS, NOW_SECONDS, tokens } from '../../test/tokens.ts'
import { openSession } from './open-session.ts'

const TIMES = { iat: NOW_SECONDS, exp: NOW_SECONDS + 60 }

test('the user name is that of the access token, and the given one only where the token names none', () => {
  expect(openSession(tokens(), NOW_MS, { username: 'typed' }).username).toBe('ana')
  const AccessToken = jwt(TIMES)
  expect(openSession({ ...tokens(), AccessToken }, NOW_MS, { username: 'given' }).username).toBe('given')
})

test('the refresh token is the new one, else the one before, else none', () => {
  const before = { username: 'ana', refreshToken: 'before' }
  expect(openSession(tokens(), NOW_MS, before).refreshToken).toBe('refresh-1')
  expect(openSession(tokens({ refreshToken: undefined }), NOW_MS, before).refreshToken).toBe('before')
  expect(openSession(tokens({ refreshToken: undefined }), NOW_MS, { username: 'ana' })).not.toHaveProperty(
    'refreshToken',
  )
})
