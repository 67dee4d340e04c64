import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { overrideFocusSessions } from '#server/features/time-entries/queries.ts'
import { makeRecoveryCodes } from '#server/features/users/two-factor/queries.ts'
import { sampleRequestOf } from './call-all-endpoints.ts'
import { callSample, startServer, runTimer, watchForHarm } from './test-server.ts'

test('S27 deleting an account deletes its rows from every table, and nothing of other users', async () => {
  const server = await startServer({ LOG_LEVEL: 'trace' })
  const { app, database, tables, createCaller, rowsOf, log } = server
  const [ann, bob] = [await createCaller(), await createCaller()]
  for (const one of [ann, bob]) {
    await runTimer(app, one)
    await makeRecoveryCodes(database.db, one.userId)
    await overrideFocusSessions(database.db, one.userId, ['run#0'], 'edited')
    for (const name of [
      'archive.restore',
      'timeEntries.start',
      'users.forgotPassword',
      'users.changeProfile',
      'reminders.update',
      'twoFactor.beginApp',
      'calendars.upload',
    ])
      await callSample(app, one, name)
    const keyed = sampleRequestOf('tags.create', one)
    await app.inject({ ...keyed, payload: '{"name":"keyed"}', headers: { ...keyed.headers, 'idempotency-key': 'k' } })
  }
  // A new table needs a row here, too.
  for (const [table, rows] of Object.entries(await rowsOf(ann))) expect(rows, table).not.toEqual([])
  const expectNoHarm = await watchForHarm({ ...server, log: [] }, bob)

  expect((await app.inject(sampleRequestOf('users.deleteProfile', ann))).statusCode).toBe(200)
  const traces = new RegExp([ann.userId, ann.token, ...Object.values(ann.values)].join('|'))
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.db)
    expect(JSON.stringify(rows), name).not.toMatch(traces)
  }
  await expectNoHarm()
  // The log names users by id only, and after the deletion nothing connects the id with a person.
  const messages = log.filter((line) => line.includes(ann.userId)).map((line) => JSON.parse(line).msg)
  expect(messages).toEqual(['archive downloaded', 'account deleted'])
  expect(log.join('')).not.toMatch(/canary|@example\.org/i)
})
