import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/test-app.ts'
import { CLAIM_MS, claimBackup, findLastBackup, holdClaim, recordBackup } from './backup-schedule.ts'

const DAY_MS = 86_400_000
const CREATED = Date.now()

const at = (hours: number) => CREATED + hours * 3_600_000

test('O54 a backup is claimed by one server when it is due, and by another if that one is silent', async () => {
  const { db } = await testDatabase()
  const claim = (claimant: string, now: number) => claimBackup(db, { claimant, now }, DAY_MS)
  expect(await claim('one', at(23))).toBe(false)
  const both = await Promise.all([claim('one', at(25)), claim('two', at(25))])
  expect(both.toSorted()).toEqual([false, true])
  const [owner, other] = both[0] ? ['one', 'two'] : ['two', 'one']
  expect(await claim(other, at(25) + CLAIM_MS - 1)).toBe(false)
  await holdClaim(db, other, 0)
  await holdClaim(db, owner, at(26))
  expect(await claim(other, at(25) + CLAIM_MS)).toBe(false)
  expect(await claim(other, at(26))).toBe(true)

  await recordBackup(db, { file: '', createdAt: at(26), bytes: 7 })
  expect(await findLastBackup(db)).toEqual({ finished_at: at(26), bytes: 7 })
  expect(await claim(owner, at(49))).toBe(false)
  expect(await claim(owner, at(50))).toBe(true)
})
