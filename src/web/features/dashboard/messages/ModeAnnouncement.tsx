import { useEffect, useState } from 'react'
import { selectScreenState, type TimerData } from '#web/features/dashboard/state/timer-screen-state.ts'
import { summarizeTimer, describeMode } from '#web/features/dashboard/state/timer-summary.ts'
import { useTimerService } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'

/** Announces mode changes to screen readers. A phase that ends by itself already shows a toast. */
export function ModeAnnouncement() {
  const { store, onPhaseChange } = useTimerService()
  const [message, setMessage] = useState('')
  useEffect(() => {
    const announce = (timer: TimerData) => {
      if (timer.view.status !== 'idle') setMessage(describeMode(summarizeTimer(timer), currentTranslation().t))
    }
    const unsubscribePhases = onPhaseChange(({ isSkipped }) => {
      if (isSkipped) announce(store.getState())
    })
    const unsubscribeTimer = store.subscribe((after, before) => {
      const isKnown = before.device !== null
      if (isKnown && !isNextPhase(after, before) && selectScreenState(after) !== selectScreenState(before))
        announce(after)
    })
    return () => {
      unsubscribePhases()
      unsubscribeTimer()
    }
  }, [store, onPhaseChange])

  return (
    <p aria-live="polite" className="sr-only">
      {message}
    </p>
  )
}

const isNextPhase = ({ view: after }: TimerData, { view: before }: TimerData) =>
  after.runId === before.runId && after.phase !== before.phase
