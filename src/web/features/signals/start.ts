import type { QueryClient } from '@tanstack/react-query'
import type { TimerState } from '#core/timer/state.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { isLeader, onPhaseChange, onTimerChange, readTimer } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { holdFocusLock } from './notifications/page-focus.ts'
import { showInBadge } from './badge.ts'
import { showInFavicon } from './favicon.ts'
import { toAlertMessage, type TimerAlert, toPhaseAlert, toHoldAlert } from './notifications/timer-alert.ts'
import { closeNotifications, notifyIfUnfocused } from './notifications/notifications.ts'
import { promptForNotifications } from './notifications/notification-prompt.ts'
import { playSound, joinSoundElection } from './sound/player.ts'
import { currentPreferences } from './preferences.ts'
import { keepScreenAwake } from './wake-lock.ts'

/** A page that was there when work began undoes the wait for somebody. */
const HOLD_ALERT_DELAY_MS = 2_000

/** What the timer tells those who look elsewhere. Returns how to stop all of it. */
export function startSignals(client: QueryClient) {
  const tell = (news: TimerAlert) => {
    const project = client.getQueryData(projectList.query.queryKey)?.find(({ id }) => id === news.projectId)
    void notifyIfUnfocused(toAlertMessage(news, project?.name, currentTranslation().t))
  }
  const { hasVoice, leave } = joinSoundElection()
  const stops = [
    leave,
    holdFocusLock(() => void closeNotifications()),
    showInFavicon(),
    showInBadge(),
    keepScreenAwake(),
    promptForNotifications(),
    onPhaseChange((change) => {
      const news = toPhaseAlert(change)
      if (news === undefined) return
      if (change.isLeader) tell(news)
      if (hasVoice()) playPhaseEnd(change.from)
    }),
    onHold((view) => isLeader() && tell(toHoldAlert(view))),
    // Nothing of a user stays on the screen.
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

type Timer = ReturnType<typeof readTimer>

const isHeld = ({ view, history: ledger }: Timer) =>
  view.status === 'paused' && (ledger.runs.at(-1)?.heldAt ?? null) !== null

function onHold(listener: (view: TimerState) => void) {
  let settling: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = onTimerChange((after, before) => {
    if (before.device === null || isHeld(before) || !isHeld(after)) return
    clearTimeout(settling)
    settling = setTimeout(() => isHeld(readTimer()) && listener(readTimer().view), HOLD_ALERT_DELAY_MS)
  })
  return () => {
    clearTimeout(settling)
    unsubscribe()
  }
}
