import type { PushMessage, TimerAction } from '#contract/push.ts'
import { isWaiting, type TimerState } from '#core/timer/state.ts'
import type { Timer } from '#web/features/timer/queries.ts'
import type { Translate } from '#web/i18n/i18n.ts'

type PhaseChange = Parameters<Parameters<Timer['onPhaseChange']>[0]>[0]

/** An event to notify about. `next`: work right after work, without a break; `waiting`: work that has not begun. */
export interface TimerAlert {
  kind: 'break' | 'work' | 'next' | 'complete' | 'waiting' | 'breakWaiting'
  repetition: number
  repetitions: number
  projectId: string | undefined
  /** The server uses the same tag, so that its push message replaces this notification. */
  tag: string
}

/** There is no alert for a phase that the user skipped. */
export function toPhaseAlert({ from, to, kind, isSkipped }: PhaseChange): TimerAlert | undefined {
  if (isSkipped) return undefined
  if (kind === 'complete') return createAlert(from, 'complete', from.phase + 1)
  if (isWaiting(to)) return createAlert(to, to.mode === 'break' ? 'breakWaiting' : 'waiting', to.phase)
  return createAlert(to, kind === 'work' && from.mode === 'work' ? 'next' : kind, to.phase)
}

export const toHoldAlert = (view: TimerState) => createAlert(view, 'waiting', view.phase)

const createAlert = (
  { repetition, config, subject, runId }: TimerState,
  kind: TimerAlert['kind'],
  phase: number,
): TimerAlert => ({
  kind,
  repetition,
  repetitions: config.repetitions,
  projectId: subject?.projectId,
  tag: `${runId}#${phase}`,
})

const TITLES = {
  break: 'signals.workDone',
  next: 'signals.workDone',
  work: 'signals.breakDone',
  waiting: 'signals.breakDone',
  breakWaiting: 'signals.workDone',
  complete: 'dashboard.complete.title',
} as const

const ACTIONS: Record<TimerAlert['kind'], TimerAction[]> = {
  break: ['pause', 'stop'],
  work: ['pause', 'stop'],
  next: ['pause', 'stop'],
  waiting: ['resume', 'stop'],
  breakWaiting: ['resume', 'stop'],
  complete: [],
}

const ACTION_LABELS = { pause: 'dashboard.pause', resume: 'dashboard.start', stop: 'dashboard.stop' } as const

export function toAlertMessage(
  alert: TimerAlert,
  project: string | undefined,
  t: Translate,
): Omit<PushMessage, 'kind'> {
  const { kind, repetition, repetitions, tag } = alert
  const progress = kind === 'complete' ? [] : [t('signals.session', { session: repetition, sessions: repetitions })]
  const line = [...progress, project].filter((part) => part !== undefined).join(' · ')
  return {
    title: t(TITLES[kind]),
    body: [t(`signals.then.${kind}`), line].filter((part) => part !== '').join('\n'),
    tag,
    actions: ACTIONS[kind].map((action) => ({ action, title: t(ACTION_LABELS[action]) })),
  }
}
