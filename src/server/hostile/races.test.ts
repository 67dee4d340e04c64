import { expect, test } from 'vitest'
import { filled, SAMPLES } from './samples.ts'
import { filler, openSite, requestFor } from './site.ts'

const AT_ONCE = 50

// prettier-ignore
const RACES: [name: string, won: number, lost: number][] = [
  ['users.register',            201, 409],
  ['users.resetPassword',       200, 400],
  ['users.verifyEmail',         200, 400],
  ['users.requestVerification', 200, 429],
  ['users.endSession',          200, 404],
  ['users.deleteProfile',       200, 401],
  ['tags.create',               201, 409],
  ['timeEntries.start',         201, 409],
  ['timeEntries.remove',        200, 404],
  ['projects.remove',           200, 404],
]

test.each(RACES)('S29 of fifty who call %s at once one is answered %i, and all others %i', async (name, won, lost) => {
  const { app, newcomer, complaints } = await openSite()
  const ann = await newcomer()
  // The same words, but for ids, which would make it the same call sent again.
  const request = () => requestFor(name, filled(SAMPLES[name]!, filler(ann, { 'new.name': 'same' })), ann.token)
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => app.inject(request())))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([won, ...Array<number>(AT_ONCE - 1).fill(lost)])
  expect(complaints).toEqual([])
})
