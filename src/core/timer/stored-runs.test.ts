import fc from 'fast-check'
import { test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { changeScopeOf } from './affected-runs.ts'
import { EMPTY_HISTORY } from './history.ts'
import { holdForAbsentUser } from './holds.ts'
import { mergeCommand } from './merge-command.ts'
import { anyStep, toCommand } from './testing/any-commands.ts'
import { at } from './testing/deliver-commands.ts'
import { StoredRuns } from './testing/stored-runs.ts'

const RUNS = { seed: 2_026, ...(process.env['MUTATE'] ? { numRuns: 50, endOnFailure: true } : { numRuns: 2_000 }) }

test('I9 a command that changes only the affected runs has the same result as one that replays all', () => {
  const property = fc.property(fc.array(anyStep, { maxLength: 30, size: 'max' }), (steps) => {
    const stored = new StoredRuns()
    let history = EMPTY_HISTORY
    let now = at(0)
    let seenAt = now
    steps.forEach((step, index) => {
      if (step.type === 'wait' || step.type === 'absence') {
        now += step.age * MINUTE_MS
        if (step.type === 'wait') seenAt = now
        stored.change({ at: now }, now, (part) => holdForAbsentUser(part, now, seenAt))
        history = holdForAbsentUser(history, now, seenAt)
      } else {
        const command = toCommand(step, index, history, now)
        if (command === undefined) return
        stored.change(changeScopeOf(command, now), now, (part) => mergeCommand(part, command, now).history)
        history = mergeCommand(history, command, now).history
      }
      stored.compare(history)
    })
  })
  fc.assert(property, RUNS)
})
