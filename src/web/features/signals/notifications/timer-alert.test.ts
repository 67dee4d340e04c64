import { expect, test } from 'vitest'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { toAlertMessage, toHoldAlert, toPhaseAlert } from './timer-alert.ts'

const RUN: TimerState = {
  ...IDLE,
  status: 'running',
  runId: 'run',
  subject: { projectId: 'focus', taskId: null, notes: '', tags: [] },
}
const work1: TimerState = { ...RUN, phase: 0 }
const break1: TimerState = { ...RUN, phase: 1, mode: 'break' }
const work2: TimerState = { ...RUN, phase: 2, repetition: 2 }
const break4: TimerState = { ...RUN, phase: 7, repetition: 4, mode: 'break' }
const done: TimerState = { ...IDLE, isComplete: true }
const change = (from: TimerState, to: TimerState, isSkipped = false) => ({
  from,
  to,
  isSkipped,
  phaseKey: '',
  kind: to.isComplete ? ('complete' as const) : to.mode,
  isLeader: true,
})

// prettier-ignore
test.each<[string, Parameters<typeof toPhaseAlert>[0], string[] | undefined]>([
  ['work that ends with a break',  change(work1, break1),            ['run#1', 'Work session completed!', 'Time for a break.\nSession 1 of 4 · Focus', 'pause', 'stop']],
  ['work without a break after it', change(work1, { ...work2, phase: 1 }), ['run#1', 'Work session completed!', 'On to the next one.\nSession 2 of 4 · Focus', 'pause', 'stop']],
  ['a break that ends',            change(break1, work2),            ['run#2', 'Break completed!', 'Back to work.\nSession 2 of 4 · Focus', 'pause', 'stop']],
  ['the end of the run',           change(break4, done),           ['run#8', 'All sessions completed!', 'The timer is done.\nFocus']],
  ['work that was skipped',        change(work1, break1, true),      undefined],
  ['the last break, skipped',      change(break4, done, true),     undefined],
])('G1 %s has this notification', (_what, change, expected) => {
  loadEnglish()
  const alert = toPhaseAlert(change)
  const message = alert && toAlertMessage(alert, 'Focus', currentTranslation().t)
  const actions = message?.actions.map(({ action }) => action) ?? []
  expect(message && [message.tag, message.title, message.body, ...actions]).toEqual(expected)
})

test('G1 a hold has the tag that the server uses, and no name of an unknown project', () => {
  loadEnglish()
  expect(toAlertMessage(toHoldAlert({ ...work2, status: 'paused' }), undefined, currentTranslation().t)).toEqual({
    tag: 'run#2',
    title: 'Break completed!',
    body: 'Next session is ready.\nSession 2 of 4',
    actions: [
      { action: 'resume', title: 'Start' },
      { action: 'stop', title: 'Stop' },
    ],
  })
})
