import type { QueryClient } from '@tanstack/react-query'
import type { TimerState } from '#core/timer/state.ts'
import { projectList } from '#web/features/projects/queries.ts'
import type { Timer } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { showInBadge } from './badge.ts'
import { showInFavicon } from './favicon.ts'
import { promptForNotifications } from './notifications/notification-prompt.ts'
import { closeNotifications, notify } from './notifications/notifications.ts'
import { holdFocusLock } from './notifications/page-focus.ts'
import { type TimerAlert, toAlertMessage, toHoldAlert, toPhaseAlert } from './notifications/timer-alert.ts'
import { currentPreferences } from './preferences.ts'
import { joinSoundElection, playSound } from './sound/player.ts'
import { keepScreenAwake } from './wake-lock.ts'

/** A page that was active when a hold began lifts it within this time, and then there is nothing to notify about. */
const HOLD_ALERT_DELAY_MS = 2_000

/** Starts notifications, sounds, favicon, badge and wake lock of the timer. Returns a function that stops them. */
export function startSignals(timer: Timer, client: QueryClient) {
  const notifyAbout = (alert: TimerAlert) => {
    const project = client.getQueryData(projectList.query.queryKey)?.find(({ id }) => id === alert.projectId)
    void notify(toAlertMessage(alert, project?.name, currentTranslation().t))
  }
  const { isSoundTab, leave } = joinSoundElection()
  const stops = [
    leave,
    holdFocusLock(() => void closeNotifications()),
    showInFavicon(timer),
    showInBadge(timer),
    keepScreenAwake(timer),
    promptForNotifications(timer),
    timer.onPhaseChange((change) => {
      const alert = toPhaseAlert(change)
      if (alert === undefined) return
      if (change.isLeader) notifyAbout(alert)
      if (isSoundTab()) playPhaseEnd(change.from)
    }),
    onHold(timer, (view) => timer.isLeader() && notifyAbout(toHoldAlert(view))),
    // No notification of a user stays after the sign-out.
    () => void closeNotifications(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function playPhaseEnd({ mode }: TimerState) {
  const { workSound, breakSound, volume } = currentPreferences()
  void playSound(mode === 'work' ? workSound : breakSound, volume)
}

type TimerData = ReturnType<Timer['store']['getState']>

const isHeld = ({ view, history }: TimerData) =>
  view.status === 'paused' && (history.runs.at(-1)?.heldAt ?? null) !== null

function onHold({ store }: Timer, listener: (view: TimerState) => void) {
  let scheduled: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = store.subscribe((after, before) => {
    if (before.device === null || isHeld(before) || !isHeld(after)) return
    clearTimeout(scheduled)
    scheduled = setTimeout(() => isHeld(store.getState()) && listener(store.getState().view), HOLD_ALERT_DELAY_MS)
  })
  return () => {
    clearTimeout(scheduled)
    unsubscribe()
  }
}
