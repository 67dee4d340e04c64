import { expect, test } from 'vitest'
import { fillPlaceholders, SAMPLE_REQUESTS } from './sample-requests.ts'
import { valuesFor, startServer, requestFor } from './test-server.ts'

const CONCURRENT_CALLS = 50

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

test.each(RACES)('S29 of fifty concurrent calls of %s one gets %i, and all others get %i', async (name, won, lost) => {
  const { app, createCaller, log } = await startServer()
  const ann = await createCaller()
  // Each call has new ids, because a repeated id would make it a retry of the same call.
  const request = () =>
    requestFor(name, fillPlaceholders(SAMPLE_REQUESTS[name]!, valuesFor(ann, { 'new.name': 'same' })), ann.token)
  const replies = await Promise.all(Array.from({ length: CONCURRENT_CALLS }, () => app.inject(request())))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([won, ...Array<number>(CONCURRENT_CALLS - 1).fill(lost)])
  expect(log).toEqual([])
})
