import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/test-app.ts'
import { insertRows } from './insert-rows.ts'

const user = (id: string) => ({ id, name: id, email: `${id}@example.org`, created_at: 1, updated_at: 1 })

test('of rows that are inserted together all are stored, or none if one of them cannot be', async () => {
  const { db, close } = await testDatabase()
  const ids = async () => (await db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id)
  await insertRows(db, 'users', ['a', 'b'].map(user))
  await expect(insertRows(db, 'users', ['c', 'a', 'd'].map(user))).rejects.toThrow()
  expect(await ids()).toEqual(['a', 'b'])
  await insertRows(db, 'users', ['c', 'a', 'd'].map(user), { skipsExisting: true })
  expect(await ids()).toEqual(['a', 'b', 'c', 'd'])

  // On PostgreSQL, too, an error inside a transaction ends it.
  await expect(
    db.transaction().execute(async (db) => {
      await insertRows(db, 'users', [user('e')])
      await insertRows(db, 'users', ['f', 'a'].map(user))
    }),
  ).rejects.toThrow()
  expect(await ids()).toEqual(['a', 'b', 'c', 'd'])
  await close()
})
