import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { timerStateAt } from '#core/timer/replay.ts'
import { type TimerControls, useTimerControls } from '#web/features/dashboard/controls/useTimerControls.ts'
import type { EndPhaseConfirmation } from '#web/features/dashboard/dialogs/end-phase-confirmation.ts'
import { type TimerSummary, summarizeTimer } from '#web/features/dashboard/state/timer-summary.ts'
import { useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { Stage } from '#web/ui/timer/Stage.tsx'
import { CompactButtons, CompactClock, CompactOvertime, CompactProgress, CompactSubject } from './compact-parts.tsx'

/** The timer in a picture-in-picture window. Confirmations open in the same window, where the user is looking. */
export function MiniTimer({ within }: { within: Window }) {
  const { t } = useTranslation()
  const summary = useTimerSummary(within)
  const { controls, confirmation } = useTimerControls(() => window.focus())
  useEscape(within, () => confirmation?.onCancel())
  return createPortal(
    <Stage
      state={summary.stageState}
      style={SQUARE_CORNERS}
      aria-label={t('dashboard.timer')}
      className="flex h-dvh flex-col justify-between gap-2.5 p-4"
    >
      {confirmation === undefined ? (
        <MiniTimerContent summary={summary} controls={controls} />
      ) : (
        <MiniEndPhaseDialog {...confirmation} />
      )}
    </Stage>,
    within.document.body,
  )
}

const SQUARE_CORNERS = { borderRadius: 0 }

function MiniTimerContent({ summary, controls }: { summary: TimerSummary; controls: TimerControls }) {
  return (
    <>
      <CompactSubject summary={summary} />
      <CompactClock summary={summary} style={CLOCK_STYLE} />
      <CompactProgress summary={summary} />
      <div className="flex items-center justify-center gap-2.5">
        <CompactButtons summary={summary} controls={controls} />
        <CompactOvertime summary={summary} controls={controls} />
      </div>
    </>
  )
}

/** Fills the space left by the other elements. */
const CLOCK_STYLE = { fontSize: 'clamp(1.75rem, 100dvh - 10rem, 22vw)', alignSelf: 'center' }

function MiniEndPhaseDialog({ request, onAnswer, onCancel }: EndPhaseConfirmation) {
  const { t, language } = useTranslation()
  const worked = formatDuration(request.workedMs, language)
  return (
    <div
      role="alertdialog"
      aria-label={t('dashboard.save.title')}
      className="flex min-h-0 flex-1 flex-col justify-between gap-2.5"
    >
      <p className="overflow-y-auto font-strong text-balance">
        {request.isShort ? t('dashboard.save.short') : t('dashboard.save.text', { worked })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="stage" autoFocus onClick={() => onAnswer(true)}>
          {t('dashboard.save.yes')}
        </Button>
        <Button variant="stage-quiet" onClick={() => onAnswer(false)}>
          {t('dashboard.save.no')}
        </Button>
        <Button variant="stage-quiet" className="ml-auto" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** Listens on the window, so that Escape works whatever has the focus. */
function useEscape(within: Window, action: () => void) {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') action()
  })
  useEffect(() => {
    within.addEventListener('keydown', handleKeyDown)
    return () => within.removeEventListener('keydown', handleKeyDown)
  }, [within])
}

/** Uses the mini window's own interval, because browsers throttle timers of a hidden page to once a minute. */
function useTimerSummary(within: Window): TimerSummary {
  const { serverNow } = useTimerService()
  const timer = useTimer((timer) => timer)
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const interval = within.setInterval(() => setNow(serverNow()), 1_000)
    return () => within.clearInterval(interval)
  }, [within, serverNow])
  const latest = Math.max(now, timer.now)
  return summarizeTimer({ ...timer, now: latest, view: timerStateAt(timer.history, latest) })
}
