import { elapsedAt, type TimerState } from '#core/timer/state.ts'
import { currentPreferences, setPreferences } from '#web/features/signals/preferences.ts'
import type { Timer } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { enableNotifications, notificationPermission } from './notifications.ts'

const MAX_START_AGE_MS = 10_000

/** Offers notifications once, right after the first start, before the browser asks for its permission. */
export function promptForNotifications({ store }: Timer) {
  const canOffer = () => notificationPermission() === 'default' && currentPreferences().notifications === 'unasked'
  if (!canOffer()) return () => {}

  const offerIfStarted = ({ view, now } = store.getState()) => {
    if (!hasJustStarted(view, now) || !wasStartedHere() || !canOffer()) return
    // A user who ignores the offer finds the switch in the settings.
    setPreferences({ notifications: 'offered' })
    const { t } = currentTranslation()
    const action = { label: t('signals.offer.accept'), onPress: () => void enableNotifications() }
    toast.show(t('signals.offer.text'), { action })
  }
  offerIfStarted()
  return store.subscribe((timer) => offerIfStarted(timer))
}

export const hasJustStarted = (view: TimerState, now: number) =>
  view.status === 'running' && view.phase === 0 && view.phaseMs !== null && elapsedAt(view, now) < MAX_START_AGE_MS

/** Other tabs and devices see the same start, and must not offer. Without `userActivation` the focus alone decides. */
const wasStartedHere = () =>
  document.hasFocus() && (navigator as Partial<Navigator>).userActivation?.hasBeenActive !== false
