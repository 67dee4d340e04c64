import { useEffect, useState } from 'react'
import { onPhaseChange, onTimerChange, readTimer } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { summarizeTimer, describeMode } from '#web/features/dashboard/state/timer-summary.ts'
import { selectScreenState, type Timer } from '#web/features/dashboard/state/timer-screen-state.ts'

/** Says once, to who cannot see it, what the timer does now. A phase that ends by itself has a message, which is enough. */
export function ModeAnnouncement() {
  const [words, setWords] = useState('')
  useEffect(() => {
    const tell = (timer: Timer) => {
      if (timer.view.status !== 'idle') setWords(describeMode(summarizeTimer(timer), currentTranslation().t))
    }
    const endings = onPhaseChange(({ isSkipped }) => {
      if (isSkipped) tell(readTimer())
    })
    const changes = onTimerChange((after, before) => {
      const isKnown = before.device !== null
      if (isKnown && !isNextPhase(after, before) && selectScreenState(after) !== selectScreenState(before)) tell(after)
    })
    return () => {
      endings()
      changes()
    }
  }, [])

  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  )
}

const isNextPhase = ({ view: after }: Timer, { view: before }: Timer) =>
  after.runId === before.runId && after.phase !== before.phase
