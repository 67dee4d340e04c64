import { expect, test } from 'vitest'
import { NO_TARGET, type Target } from '#core/goals/goals.ts'
import { setUniform, toFields, toTargets } from './goal-form.ts'
import { NO_TARGETS } from './queries.ts'

const SIX: Target = { minutes: 360, sessions: 0 }
const FOUR: Target = { minutes: 240, sessions: 6 }
const week: Target = { minutes: 0, sessions: 40 }
const workDays = (...days: Target[]) => [...days, ...Array<Target>(7 - days.length).fill(NO_TARGET)]

test.each([
  ['no goal', NO_TARGETS],
  ['the same on all work days', { days: workDays(SIX, SIX, NO_TARGET, SIX), week: NO_TARGET }],
  ['a week alone', { ...NO_TARGETS, week }],
  ['different days', { days: workDays(SIX, FOUR, SIX), week }],
])('V26 the form of a goal returns what it was opened with: %s', (_what, targets) => {
  expect(toTargets(toFields(targets))).toEqual(targets)
})

test('a first goal is for Monday to Friday', () => {
  const fields = { ...toFields(NO_TARGETS), day: SIX }
  expect(toTargets(fields).days).toEqual(workDays(SIX, SIX, SIX, SIX, SIX))
})

test('telling days apart begins with what they have, and making them the same takes the first target', () => {
  const same = { ...toFields(NO_TARGETS), day: SIX }
  const apart = setUniform(same, false)
  expect([apart.isUniform, apart.days]).toEqual([false, toTargets(same).days])
  const changed = { ...apart, days: workDays(FOUR, SIX) }
  expect(toTargets(setUniform(changed, true)).days).toEqual(workDays(FOUR, FOUR))
})
