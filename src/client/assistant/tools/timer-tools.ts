import * as z from 'zod'
import { describeSubject } from '#client/catalogue.ts'
import { toConfig, toSubject } from '#client/subject.ts'
import { onActiveRun, type RunPlan, startRun, switchRun } from '#client/timer-actions.ts'
import type { TimerAt } from '#client/timer-client.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { toLocalIso } from '#core/time/local-iso.ts'
import { deadlineOf, elapsedAt } from '#core/timer/state.ts'
import { askBefore } from '#client/assistant/confirmation.ts'
import { NO_PROJECT, ToolError } from '#client/assistant/results.ts'
import { defineTool, type ToolCall } from '#client/assistant/toolbox.ts'
import { confirmField, subjectFields } from './fields.ts'

/** The timer as the tools describe it. */
function describeTimer({ state, at }: TimerAt, { catalogue, formats: { zone } }: ToolCall) {
  if (state.status === 'idle') return { status: 'idle' }
  const endsAt = deadlineOf(state)
  return {
    status: state.status,
    mode: state.mode,
    kind: state.isInfinite ? 'stopwatch' : 'focus',
    session: state.repetition,
    sessions: state.config.repetitions,
    elapsedSeconds: Math.floor(elapsedAt(state, at) / 1_000),
    endsAt: endsAt === null ? null : toLocalIso(endsAt, zone),
    ...describeSubject(catalogue, state.subject),
  }
}

const runFields = {
  ...subjectFields,
  kind: z
    .enum(['focus', 'stopwatch'])
    .optional()
    .describe('focus: work phases with breaks. stopwatch: counts up until it is stopped. Default: focus.'),
  preset: z.string().max(100).optional().describe('The name of a timer preset with the lengths of a focus run'),
}
const RunInput = z.object(runFields)

async function planRun(input: z.output<typeof RunInput>, call: ToolCall): Promise<RunPlan> {
  const { state } = await call.timer.read()
  const subject = toSubject(call.catalogue, input, state.subject?.projectId)
  if (subject === undefined) throw new ToolError('no-project', NO_PROJECT, { field: 'project' })
  const config = toConfig(call.catalogue, input.preset)
  const isInfinite = input.kind === undefined ? undefined : input.kind === 'stopwatch'
  return { subject, config, zone: call.formats.zone, ...(isInfinite !== undefined && { isInfinite }) }
}

const read = defineTool({
  title: 'What runs',
  description: 'Tells whether the timer runs, on what, for how long, and when the phase ends.',
  kind: 'reads',
  input: z.object({}),
  run: async (_, call) => ({ timer: describeTimer(await call.timer.read(), call), now: now(call) }),
})

const now = ({ tools, formats: { zone } }: ToolCall) => toLocalIso(tools.now(), zone)

const start = defineTool({
  title: 'Start the timer',
  description: 'Starts the timer. It fails if it already runs; use timer_switch then.',
  kind: 'changes',
  input: RunInput,
  async run(input, call) {
    const { after } = await call.timer.act(startRun(await planRun(input, call)))
    return { timer: describeTimer(after, call) }
  },
})

const change = defineTool({
  title: 'Switch to other work',
  description: 'Saves the running time and starts the timer on other work. If nothing runs, it starts the timer.',
  kind: 'changes',
  input: RunInput,
  async run(input, call) {
    const { before, after } = await call.timer.act(switchRun(await planRun(input, call)))
    return { saved: describeTimer(before, call), timer: describeTimer(after, call) }
  },
})

const pause = defineTool({
  title: 'Pause or resume the timer',
  description: 'Pauses the running timer, or resumes the paused one.',
  kind: 'changes',
  isIdempotent: true,
  input: z.object({ action: z.enum(['pause', 'resume']) }),
  async run({ action }, call) {
    const wanted = action === 'pause' ? 'paused' : 'running'
    const { state } = await call.timer.read()
    if (state.status !== wanted) await call.timer.act(onActiveRun({ type: action }))
    return { timer: describeTimer(await call.timer.read(), call) }
  },
})

/** The elapsed time grows while the user thinks, so it is in the question and not in the item. */
function askBeforeDiscard({ state, at }: TimerAt, confirm: string | undefined, call: ToolCall) {
  if (state.status === 'idle') return undefined
  const { runId, phase, subject } = state
  const item = { run: runId, phase, ...describeSubject(call.catalogue, subject) }
  const question = `Discard ${Math.floor(elapsedAt(state, at) / MINUTE_MS)} minutes of ${item.project ?? 'work'}?`
  return askBefore({ question, item, confirm }, call)
}

const stop = defineTool({
  title: 'Stop the timer',
  description:
    'Stops the timer and saves the time of the present phase. With discard the time of this phase is lost, so the user is asked first.',
  kind: 'destroys',
  input: z.object({ discard: z.boolean().optional().describe('Do not save the time of this phase'), ...confirmField }),
  async run({ discard = false, confirm }, call) {
    const reply = discard ? askBeforeDiscard(await call.timer.read(), confirm, call) : undefined
    if (reply !== undefined) return reply
    const { before } = await call.timer.act(onActiveRun({ type: 'stop', save: !discard }))
    return { [discard ? 'discarded' : 'saved']: describeTimer(before, call), timer: { status: 'idle' } }
  },
})

export const timerTools = {
  timer_read: read,
  timer_start: start,
  timer_switch: change,
  timer_pause: pause,
  timer_stop: stop,
}
