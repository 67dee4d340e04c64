import type { QueryClient } from '@tanstack/react-query'
import type { TimerState } from '#core/timer/state.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { isLeader, onPhaseChange, onTimerChange, readTimer } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { holdWhileSeen } from './attention.ts'
import { showInBadge } from './badge.ts'
import { showInFavicon } from './favicon.ts'
import { messageOf, type News, newsOf, waitingNews } from './news.ts'
import { closeNotifications, notify } from './notifications.ts'
import { offerNotifications } from './offer.ts'
import { play, standForVoice } from './player.ts'
import { currentPreferences } from './preferences.ts'
import { stayAwake } from './wake-lock.ts'

/** A page that was there when work began undoes the wait for somebody. */
const WAIT_SETTLES_MS = 2_000

/** What the timer tells those who look elsewhere. Returns how to stop all of it. */
export function startSignals(client: QueryClient) {
  const tell = (news: News) => {
    const project = client.getQueryData(projectList.query.queryKey)?.find(({ id }) => id === news.projectId)
    void notify(messageOf(news, project?.name, currentTranslation().t))
  }
  const { hasVoice, leave } = standForVoice()
  const stops = [
    leave,
    holdWhileSeen(() => void closeNotifications()),
    showInFavicon(),
    showInBadge(),
    stayAwake(),
    offerNotifications(),
    onPhaseChange((change) => {
      const news = newsOf(change)
      if (news === undefined) return
      if (change.isLeader) tell(news)
      if (hasVoice()) sound(change.from)
    }),
    onWaiting((view) => isLeader() && tell(waitingNews(view))),
    // Nothing of a user stays on the screen.
    () => void closeNotifications(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function sound({ mode }: TimerState) {
  const { workSound, breakSound, volume } = currentPreferences()
  void play(mode === 'work' ? workSound : breakSound, volume)
}

type Timer = ReturnType<typeof readTimer>

const isWaiting = ({ view, history: ledger }: Timer) =>
  view.status === 'paused' && (ledger.runs.at(-1)?.heldAt ?? null) !== null

function onWaiting(listener: (view: TimerState) => void) {
  let settling: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = onTimerChange((after, before) => {
    if (before.device === null || isWaiting(before) || !isWaiting(after)) return
    clearTimeout(settling)
    settling = setTimeout(() => isWaiting(readTimer()) && listener(readTimer().view), WAIT_SETTLES_MS)
  })
  return () => {
    clearTimeout(settling)
    unsubscribe()
  }
}
