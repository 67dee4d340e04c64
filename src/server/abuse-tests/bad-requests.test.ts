import { expect, test } from 'vitest'
import { type Language, LANGUAGES } from '#core/language.ts'
import { ALL_ROUNDS, badRequests, type BadRequest } from './bad-requests.ts'
import { findReplyFault } from './check-reply.ts'
import { fillPlaceholders, SAMPLE_REQUESTS } from './sample-requests.ts'
import { type Caller, valuesFor, startServer, CREDENTIALS, requestFor, watchForHarm } from './test-server.ts'

const SEED = Number(process.env['BAD_INPUT_SEED'] ?? 2_026)
/** PostgreSQL continues with the rounds after those of SQLite. */
const [FIRST, ROUNDS] = process.env['TEST_DATABASE_URL'] ? [24, 13] : [0, 24]
const QUICK_ROUNDS = 6
const HAS_ALL_ROUNDS = process.env['BAD_INPUT'] === 'all'
const COUNT = HAS_ALL_ROUNDS ? ALL_ROUNDS : process.env['TESTS'] === 'quick' ? QUICK_ROUNDS : ROUNDS
/** As many as the server accepts concurrent imports. */
const CONCURRENT_CALLERS = 3
const CALLS_PER_USER = 100
const REPLY_TIMEOUT_MS = 5_000
const ENDS_SESSIONS = [
  'users.logout',
  'users.deleteProfile',
  'users.resetPassword',
  'users.restoreEmail',
  'securityEvents.notMe',
]

test(
  `C3 every bad request gets a reply, and refusals have a translated message (seed ${SEED})`,
  { timeout: HAS_ALL_ROUNDS ? 900_000 : 180_000 },
  async () => {
    const server = await startServer()
    const { app, createCaller } = server
    const ann = await createCaller()
    const expectNoHarm = await watchForHarm(server, ann)
    const rounds = Array.from({ length: COUNT }, (_, index) => badRequests(FIRST + index, SEED))
    const calls = rounds.flat().entries()
    const faults: string[] = []

    /** A mutated request names Ann's values, so that it does harm if the server accepts it. */
    async function send({ name, mutateSample, mutateRequest }: BadRequest, mallory: Caller, language: Language) {
      const sample = fillPlaceholders(
        SAMPLE_REQUESTS[name]!,
        valuesFor(mutateRequest ? attackerOf(ann, mallory) : mallory),
      )
      const request = requestFor(name, mutateSample ? mutateSample(sample) : sample, mallory.token)
      request.headers['accept-language'] = language
      const since = performance.now()
      const reply = await app.inject(mutateRequest ? mutateRequest(request) : request)
      return { reply, isSlow: performance.now() - since > REPLY_TIMEOUT_MS }
    }

    async function sendAll() {
      let mallory = await createCaller()
      for (const [index, bad] of calls) {
        const language = LANGUAGES[index % LANGUAGES.length]!
        const { reply, isSlow } = await send(bad, mallory, language)
        // The machine may have been busy, so a slow request is tried again.
        const isTooSlow = isSlow && (await send(bad, mallory, language)).isSlow
        const fault = isTooSlow ? 'too slow' : findReplyFault(reply, language)
        if (fault)
          faults.push(`${bad.name}, ${bad.description}: ${fault}: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
        const hasEndedSession = ENDS_SESSIONS.includes(bad.name) && reply.statusCode < 400
        if (hasEndedSession || index % CALLS_PER_USER === 0) mallory = await createCaller()
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_CALLERS }, sendAll))
    expect(faults).toEqual([])
    await expectNoHarm()
  },
)

/** A caller with their own credentials who names another user's values. */
const attackerOf = (victim: Caller, caller: Caller): Caller => ({
  ...caller,
  values: { ...victim.values, ...Object.fromEntries(CREDENTIALS.map((name) => [name, caller.values[name]!])) },
})
