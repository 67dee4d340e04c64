import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { overrideSession } from '#server/features/time-entries/queries.ts'
import { requestOf } from './everything.ts'
import { make, openSite, runTimer, watchOver } from './site.ts'

test('S27 an account takes everything along from every table, and nothing of anybody else', async () => {
  const site = await openSite({ LOG_LEVEL: 'trace' })
  const { app, database, tables, newcomer, rowsOf, complaints: log } = site
  const [ann, bob] = [await newcomer(), await newcomer()]
  for (const one of [ann, bob]) {
    await runTimer(app, one)
    await overrideSession(database.db, one.userId, 'run#0', 'edited')
    for (const name of ['timeEntries.start', 'users.forgotPassword', 'users.changeProfile']) await make(app, one, name)
  }
  // Whoever adds a table has to add to this, too.
  for (const [table, rows] of Object.entries(await rowsOf(ann))) expect(rows, table).not.toEqual([])
  const expectNoHarm = await watchOver({ ...site, complaints: [] }, bob)

  expect((await app.inject(requestOf('users.deleteProfile', ann))).statusCode).toBe(200)
  const traces = new RegExp([ann.userId, ann.token, ...Object.values(ann.things)].join('|'))
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.db)
    expect(JSON.stringify(rows), name).not.toMatch(traces)
  }
  await expectNoHarm()
  // The log names people by their id alone, and nothing tells any longer whose that was.
  const said = log.filter((line) => line.includes(ann.userId)).map((line) => JSON.parse(line).msg)
  expect(said).toEqual(['account deleted'])
  expect(log.join('')).not.toMatch(/canary|@example\.org/i)
})
