import { expect, test } from 'vitest'
import { Refusal } from '#server/errors.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'

const TODAY = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA'

// prettier-ignore
test.each([
  ['with today’s parameters', TODAY,                                 false],
  ['with less memory',    TODAY.replace('19456', '8192'),        true],
  ['of another kind',     TODAY.replace('argon2id', 'argon2i'),  true],
  ['that is none',        null,                                  false],
])('S1 a hash %s needs a rehash: %j', (_what, hash, outdated) => {
  expect(needsRehash(hash)).toBe(outdated)
})

test('A5 only the right password matches a hash, and none matches a missing hash', async () => {
  const hash = await hashPassword('Correct horse 1')
  expect(await verifyPassword(hash, 'Correct horse 1')).toBe(true)
  expect(await verifyPassword(hash, 'Correct horse 2')).toBe(false)
  for (const none of [null, undefined]) expect(await verifyPassword(none, '')).toBe(false)
})

test('one password is hashed, fifty wait in the queue, and further requests are refused with a retry time', async () => {
  const tries = Array.from({ length: 52 }, () => verifyPassword(undefined, 'x'))
  const refused = await tries.at(-1)!.catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ code: 'unavailable', key: 'unavailable', retryAfterSeconds: 2 })
  expect(await Promise.all(tries.slice(0, -1))).toEqual(Array(51).fill(false))
  expect(await verifyPassword(undefined, 'x')).toBe(false)
})
