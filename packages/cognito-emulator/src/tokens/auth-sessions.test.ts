import { expect, test } from 'vitest'

import { createClock } from '../controls/clock.ts'
import { openPools } from '../pools/pools.ts'
import { openDatabase } from '../storage/database.ts'
import { openAuthSessions } from './auth-sessions.ts'

test('a user with more than 500 sessions keeps only the newest 450, and other users keep all their sessions', () => {
  const database = openDatabase()
  const client = { id: 'web' }
  const clock = createClock(() => 0)
  const configs = [{ id: 'local_Pool1', clients: [client] }]
  const pool = openPools({ database, clock, configs }).get('local_Pool1')
  const sessions = openAuthSessions(database, clock)
  const start = (username: string) => {
    clock.advance(1)
    return sessions.start(pool, client, { username, sub: username }).session.originJti
  }
  const bia = start('bia')
  const ana = Array.from({ length: 501 }, () => start('Ana'))
  const kept = ana.filter((originJti) => sessions.find(pool, originJti))
  expect(kept).toEqual(ana.slice(-450))
  expect(sessions.find(pool, bia)).toBeDefined()
})
