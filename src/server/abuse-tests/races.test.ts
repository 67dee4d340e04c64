import { expect, test } from 'vitest'
import { fillPlaceholders, SAMPLE_REQUESTS } from './sample-requests.ts'
import { valuesFor, startServer, requestFor } from './test-server.ts'

const CONCURRENT_CALLS = 50

// prettier-ignore
const RACES: [name: string, won: number, lost: number, busy?: number][] = [
  ['users.register',            201, 409],
  ['users.resetPassword',       200, 400],
  ['users.restoreEmail',        200, 400],
  ['securityEvents.notMe',      200, 400],
  ['users.verifyEmail',         200, 400],
  ['users.requestVerification', 200, 429],
  ['users.endSession',          200, 404],
  ['users.deleteProfile',       200, 401],
  ['tags.create',               201, 409],
  // Of one user's changes of the timer, ten wait at the same time.
  ['timeEntries.start',         201, 409, 429],
  ['timeEntries.remove',        200, 404],
  ['projects.remove',           200, 404],
]

test.each(RACES)(
  'S29 of fifty concurrent calls of %s one gets %i, and the others get %i',
  async (name, won, lost, busy) => {
    const { app, database, createCaller, log } = await startServer()
    const ann = await createCaller()
    if (name === 'users.requestVerification')
      await database.db.updateTable('users').set({ verified_at: null }).where('id', '=', ann.userId).execute()
    // Each call has new ids, because a repeated id would make it a retry of the same call.
    const request = () =>
      requestFor(name, fillPlaceholders(SAMPLE_REQUESTS[name]!, valuesFor(ann, { 'new.name': 'same' })), ann.token)
    const replies = await Promise.all(Array.from({ length: CONCURRENT_CALLS }, () => app.inject(request())))
    const statuses = replies.map(({ statusCode }) => statusCode).filter((status) => status !== busy)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([won, ...Array<number>(statuses.length - 1).fill(lost)])
    expect(statuses.length).toBeGreaterThan(busy === undefined ? CONCURRENT_CALLS - 1 : 5)
    expect(log).toEqual([])
  },
)
