import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { readConfig } from '#server/config.ts'
import { deleteExpiredSessions } from '#server/features/users/sessions/sessions.ts'
import { testApp } from '#server/testing/test-app.ts'

// prettier-ignore
test.each([
  ['7d',  6.9,  true],
  ['7d',  7,    false],
  ['90d', 60,   true],
  ['90d', 90,   false],
])('O80 with SESSION_RETENTION=%s a session that was not used for %d days is alive: %s', async (SESSION_RETENTION, days, isAlive) => {
  const { clock, db, config, signUp } = await testApp({ SESSION_RETENTION })
  const ann = await signUp('Ann')
  clock.now += days * DAY_MS
  expect((await ann.get('/users/profile')).statusCode).toBe(isAlive ? 200 : 401)
  await deleteExpiredSessions(db, clock.now, config.sessionRetentionMs)
  expect(await db.selectFrom('sessions').select('user_id').execute()).toHaveLength(isAlive ? 1 : 0)
})

test('O80 the list of devices shows every session that is alive', async () => {
  const { clock, db, signUp } = await testApp({ SESSION_RETENTION: '90d' })
  const ann = await signUp('Ann')
  const session = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('sessions')
    .values({ ...session, id: 'other', seen_at: clock.now - 60 * DAY_MS })
    .execute()
  expect((await ann.get('/users/sessions')).json().data).toHaveLength(2)
})

test.each(['1h', '181d', '0d', 'forever'])('O2 SESSION_RETENTION=%s is refused', (value) => {
  expect(() => readConfig({ SESSION_RETENTION: value })).toThrow('SESSION_RETENTION must be a time from 2h to 180d')
  expect(readConfig({ SESSION_RETENTION: '2h' }).sessionRetentionMs).toBe(2 * HOUR_MS)
})
