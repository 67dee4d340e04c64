import { expect, test } from 'vitest'
import { timerStateAt } from '#core/timer/replay.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { type CommandInput, type PendingCommand, predictHistory, toCommand } from './prediction.ts'

const SUBJECT = { projectId: 'p', taskId: null, notes: '', tags: [] }
const CONFIG = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 2 }
const START: CommandInput = { type: 'start', with: { subject: SUBJECT, config: CONFIG, isInfinite: false } }
const STOP: CommandInput = { type: 'stop', save: true }

let ids = 0
const newId = () => `id-${++ids}`

/** Adds a command for each input, a minute after the one before, and returns the commands or the code of a refusal. */
function press(inputs: readonly CommandInput[]) {
  let pending: readonly PendingCommand[] = []
  let at = 0
  for (const input of inputs) {
    at += MINUTE_MS
    const result = toCommand(predictHistory(null, pending, at), input, at, newId)
    if (!result.ok) return result.code
    pending = [...pending, result.command]
  }
  return { pending, at, state: timerStateAt(predictHistory(null, pending, at), at) }
}

// prettier-ignore
test.each<[string, CommandInput[], object | string]>([
  ['a start',                 [START],                                        { status: 'running', phase: 0 }],
  ['a pause',                 [START, { type: 'pause' }],                     { status: 'paused' }],
  ['a resume',                [START, { type: 'pause' }, { type: 'resume' }], { status: 'running' }],
  ['a skip',                  [START, { type: 'skip', save: true }],          { mode: 'break', phase: 1 }],
  ['a stop',                  [START, STOP],                                  { status: 'idle' }],
  ['a longer phase',          [START, { type: 'extend', byMs: 5 * MINUTE_MS }], { phaseMs: 30 * MINUTE_MS }],
  ['a start after a stop',    [START, STOP, START],                           { status: 'running' }],
  ['a start while it runs',   [START, START],                                 'already-running'],
  ['a pause before a start',  [{ type: 'pause' }],                            'not-active'],
  ['a longer phase of nothing', [{ type: 'extend', byMs: 5 * MINUTE_MS }],    'not-active'],
  ['a longer break',          [START, { type: 'skip', save: true }, { type: 'skip', save: true }, STOP, { type: 'extend', byMs: null }], 'not-active'],
  ['a second pause',          [START, { type: 'pause' }, { type: 'pause' }],  'not-running'],
])('P25 a device predicts %s', (_what, inputs, expected) => {
  const result = press(inputs)
  if (typeof result === 'string') expect(result).toBe(expected)
  else expect(result.state).toMatchObject(expected as object)
})

test('P25 a command is based on the one before it in the run', () => {
  const result = press([START, { type: 'pause' }, { type: 'resume' }])
  const { pending } = result as Exclude<typeof result, string>
  expect(pending.map(({ base }) => base)).toEqual([null, pending[0]!.id, pending[1]!.id])
})

test('P25 commands that the snapshot has already are not applied twice', () => {
  const { pending, at } = press([START, { type: 'pause' }]) as Exclude<ReturnType<typeof press>, string>
  const { runs } = predictHistory(null, pending, at)
  const snapshot = { revision: 2, run: runs[0]! }
  expect(predictHistory(snapshot, pending, at)).toEqual({ revision: 2, runs, sequences: {} })
})

test('P25 a stop is taken back while nothing has followed it', () => {
  const { pending, at } = press([START, STOP]) as Exclude<ReturnType<typeof press>, string>
  const history = predictHistory(null, pending, at)
  const undo: CommandInput = { type: 'undo', run: history.runs[0]!, drops: null }
  const undone = toCommand(history, undo, at, newId)
  expect(undone).toMatchObject({ ok: true, command: { event: { type: 'undo', phase: 0 } } })
  const all = [...pending, (undone as { command: PendingCommand }).command]
  expect(timerStateAt(predictHistory(null, all, at), at)).toMatchObject({ status: 'running' })
  const { pending: more, at: later } = press([START, STOP, START]) as Exclude<ReturnType<typeof press>, string>
  const followed = predictHistory(null, more, later)
  expect(toCommand(followed, { type: 'undo', run: followed.runs[0]!, drops: null }, later, newId)).toMatchObject({
    ok: false,
  })
})
