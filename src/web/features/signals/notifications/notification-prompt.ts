import { elapsedAt, type TimerState } from '#core/timer/state.ts'
import { onTimerChange, readTimer } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { enableNotifications, notificationPermission } from './notifications.ts'
import { currentPreferences, setPreferences } from '#web/features/signals/preferences.ts'

const MAX_START_AGE_MS = 10_000

/** Offers once to tell when a session ends: right after the first start, and never by the browser's own question. */
export function promptForNotifications() {
  const isOpen = () => notificationPermission() === 'default' && currentPreferences().notifications === 'unasked'
  if (!isOpen()) return () => {}

  const offer = ({ view, now } = readTimer()) => {
    if (!hasJustStarted(view, now) || !wasStartedHere() || !isOpen()) return
    // Whoever lets it pass finds it in the settings.
    setPreferences({ notifications: 'off' })
    const { t } = currentTranslation()
    const action = { label: t('signals.offer.accept'), onPress: () => void enableNotifications() }
    toast.show(t('signals.offer.text'), { action })
  }
  offer()
  return onTimerChange((timer) => offer(timer))
}

export const hasJustStarted = (view: TimerState, now: number) =>
  view.status === 'running' && view.phase === 0 && view.phaseMs !== null && elapsedAt(view, now) < MAX_START_AGE_MS

/** Other tabs and devices see the same start. */
const wasStartedHere = () => document.hasFocus() && navigator.userActivation.hasBeenActive
