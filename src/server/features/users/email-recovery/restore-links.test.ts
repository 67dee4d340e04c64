import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { createRestoreLink, issueRestoreToken, redeemRestoreLink } from './restore-links.ts'

test('S30 links of changes in the same millisecond keep the order of the changes', async () => {
  const { db, clock, signUp } = await testApp()
  const { id } = (await signUp('Ann')).user
  const tokens: string[] = []
  for (const email of ['a@example.org', 'b@example.org', 'c@example.org']) {
    await createRestoreLink(db, { id, email }, clock.now)
    tokens.push((await issueRestoreToken(db, id, email, clock.now))!)
  }
  const [first, second, third] = tokens
  expect(await redeemRestoreLink(db, second!, clock.now)).toMatchObject({ email: 'b@example.org' })
  expect(await redeemRestoreLink(db, third!, clock.now)).toBeUndefined()
  expect(await redeemRestoreLink(db, first!, clock.now)).toMatchObject({ email: 'a@example.org' })
})

test('S30 a link of an address that was left twice voids the links of all changes since the first time', async () => {
  const { db, clock, signUp } = await testApp()
  const { id } = (await signUp('Ann')).user
  const tokens: string[] = []
  for (const email of ['a@example.org', 'b@example.org', 'c@example.org', 'b@example.org']) {
    await createRestoreLink(db, { id, email }, clock.now)
    tokens.push((await issueRestoreToken(db, id, email, clock.now))!)
  }
  const [first, second, third, fourth] = tokens
  expect(await redeemRestoreLink(db, fourth!, clock.now)).toMatchObject({ email: 'b@example.org' })
  for (const token of [second, third]) expect(await redeemRestoreLink(db, token!, clock.now)).toBeUndefined()
  expect(await redeemRestoreLink(db, first!, clock.now)).toMatchObject({ email: 'a@example.org' })
})

test('S30 a mail that is sent again contains the only valid link', async () => {
  const { db, clock, signUp } = await testApp()
  const { id } = (await signUp('Ann')).user
  await createRestoreLink(db, { id, email: 'a@example.org' }, clock.now)
  const [lost, sent] = [
    await issueRestoreToken(db, id, 'a@example.org', clock.now),
    await issueRestoreToken(db, id, 'a@example.org', clock.now),
  ]
  expect(await redeemRestoreLink(db, lost!, clock.now)).toBeUndefined()
  expect(await redeemRestoreLink(db, sent!, clock.now)).toMatchObject({ email: 'a@example.org' })
  expect(await issueRestoreToken(db, id, 'a@example.org', clock.now)).toBeUndefined()
})
