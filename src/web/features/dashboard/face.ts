import { elapsedAt } from '#core/timer/state.ts'
import type { TextKey, Translate } from '#web/i18n/i18n.ts'
import { clockText } from './clock-text.ts'
import { isEndless, type Scene, sceneAt, type Timer } from './scene.ts'
import { clockAt } from './useClock.ts'

const SWEEP_MS = 60_000

/** The timer in a few words and figures, where there is no room for a stage. */
export function faceAt(timer: Timer) {
  const { view, now } = timer
  const { status, mode, repetition, config, phaseMs } = view
  const scene = sceneAt(timer)
  const elapsedMs = elapsedAt(view, now)
  return {
    scene,
    status,
    look: status === 'running' ? mode : status,
    clock: clockText(scene === 'continue' ? armedAt(timer) : clockAt(timer)),
    isEndless: isEndless(scene),
    /** From 0 to 1; without an end it begins anew every minute. */
    progress: phaseMs === null ? (elapsedMs % SWEEP_MS) / SWEEP_MS : Math.min(1, elapsedMs / phaseMs),
    session: repetition,
    sessions: config.repetitions,
  }
}

export type Face = ReturnType<typeof faceAt>

/** How old the entry is that is about to be continued. */
const armedAt = ({ now, selection }: Timer) =>
  Math.max(0, Math.floor((now - (selection.selectedEntry?.startedAt ?? now)) / 1_000))

/** Work time, paused, break time; and which session it is where there are several. */
export function modeWords({ scene, session, sessions }: Face, t: Translate) {
  const mode = t(MODES[scene])
  return IN_A_CYCLE.has(scene) && sessions > 1 ? t('dashboard.mode.session', { mode, session, sessions }) : mode
}

const IN_A_CYCLE: ReadonlySet<Scene> = new Set(['work', 'workPaused', 'break', 'breakPaused'])

const MODES: Record<Scene, TextKey> = {
  ready: 'dashboard.scene.ready',
  continue: 'dashboard.scene.continue',
  waiting: 'dashboard.scene.waiting',
  work: 'dashboard.mode.work',
  workPaused: 'dashboard.mode.paused',
  break: 'dashboard.mode.break',
  breakPaused: 'dashboard.mode.breakPaused',
  stopwatch: 'dashboard.mode.work',
  stopwatchPaused: 'dashboard.mode.paused',
  entry: 'dashboard.mode.work',
  entryPaused: 'dashboard.mode.paused',
}
