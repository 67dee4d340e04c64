import { expect, test } from 'vitest'
import { type Language, LANGUAGES } from '#core/language.ts'
import { ALL_ROUNDS, badCalls, type BadCall } from './bad-requests.ts'
import { faultIn } from './oracle.ts'
import { filled, SAMPLES } from './samples.ts'
import { type Caller, filler, openSite, PROOFS, requestFor, watchOver } from './site.ts'

const SEED = Number(process.env['BAD_INPUT_SEED'] ?? 2_026)
/** Another engine goes on where the first has ended. */
const [FIRST, ROUNDS] = process.env['TEST_DATABASE_URL'] ? [24, 13] : [0, 24]
const LAST = FIRST + (process.env['BAD_INPUT'] === 'all' ? ALL_ROUNDS : ROUNDS)
/** As many as may bring a file at the same time. */
const AT_ONCE = 3
const CALLS_OF_ONE_USER = 100
const PATIENCE_MS = 5_000
const ENDS_SESSIONS = ['users.logout', 'users.deleteProfile', 'users.resetPassword']

test(`C3 whatever is called is answered, and refused in words (seed ${SEED})`, { timeout: 900_000 }, async () => {
  const site = await openSite()
  const { app, newcomer } = site
  const ann = await newcomer()
  const expectNoHarm = await watchOver(site, ann)
  const rounds = Array.from({ length: LAST - FIRST }, (_, index) => badCalls(FIRST + index, SEED))
  const calls = rounds.flat().entries()
  const faults: string[] = []

  /** Where the envelope is bad, what it says is of Ann's things. */
  async function answerTo({ name, spoil, twist }: BadCall, mallory: Caller, language: Language) {
    const sample = filled(SAMPLES[name]!, filler(twist ? aimedAt(ann, mallory) : mallory))
    const request = requestFor(name, spoil ? spoil(sample) : sample, mallory.token)
    request.headers['accept-language'] = language
    const since = performance.now()
    const reply = await app.inject(twist ? twist(request) : request)
    return { reply, isSlow: performance.now() - since > PATIENCE_MS }
  }

  async function call() {
    let mallory = await newcomer()
    for (const [index, bad] of calls) {
      const language = LANGUAGES[index % LANGUAGES.length]!
      const { reply, isSlow } = await answerTo(bad, mallory, language)
      // A busy machine is slow once.
      const isHard = isSlow && (await answerTo(bad, mallory, language)).isSlow
      const fault = isHard ? 'too slow' : faultIn(reply, language)
      if (fault) faults.push(`${bad.name}, ${bad.what}: ${fault}: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
      const isOver = ENDS_SESSIONS.includes(bad.name) && reply.statusCode < 400
      if (isOver || index % CALLS_OF_ONE_USER === 0) mallory = await newcomer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, call))
  expect(faults).toEqual([])
  await expectNoHarm()
})

/** Somebody who has only proofs of their own, and names another's things. */
const aimedAt = (victim: Caller, caller: Caller): Caller => ({
  ...caller,
  things: { ...victim.things, ...Object.fromEntries(PROOFS.map((proof) => [proof, caller.things[proof]!])) },
})
