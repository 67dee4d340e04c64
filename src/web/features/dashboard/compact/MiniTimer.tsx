import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { timerStateAt } from '#core/timer/replay.ts'
import { serverNow, useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDurationOrSeconds } from '#web/ui/display/format-duration.ts'
import { Stage } from '#web/ui/timer/Stage.tsx'
import { CompactButtons, CompactClock, CompactSubject, CompactProgress } from './compact-parts.tsx'
import { type TimerSummary, summarizeTimer } from '#web/features/dashboard/state/timer-summary.ts'
import {
  type EndPhaseConfirmation,
  type TimerControls,
  useTimerControls,
} from '#web/features/dashboard/controls/useTimerControls.ts'

/** The timer in a window of its own. It asks there, as whoever presses looks there. */
export function MiniTimer({ within }: { within: Window }) {
  const { t } = useTranslation()
  const face = useTimerSummary(within)
  const { controls, confirmation: asked } = useTimerControls(() => window.focus())
  useEscape(within, () => asked?.onCancel())
  return createPortal(
    <Stage
      state={face.stageState}
      style={SQUARE_CORNERS}
      aria-label={t('dashboard.timer')}
      className="flex h-dvh flex-col justify-between gap-2.5 p-4"
    >
      {asked === undefined ? <MiniTimerContent face={face} controls={controls} /> : <MiniEndPhaseDialog {...asked} />}
    </Stage>,
    within.document.body,
  )
}

/** The window has its own corners. */
const SQUARE_CORNERS = { borderRadius: 0 }

function MiniTimerContent({ face, controls }: { face: TimerSummary; controls: TimerControls }) {
  return (
    <>
      <CompactSubject face={face} />
      <CompactClock face={face} style={CLOCK_STYLE} />
      <CompactProgress face={face} />
      <div className="flex items-center justify-center gap-2.5">
        <CompactButtons face={face} controls={controls} />
      </div>
    </>
  )
}

/** As large as the rest leaves room for. */
const CLOCK_STYLE = { fontSize: 'clamp(1.75rem, 100dvh - 10rem, 22vw)', alignSelf: 'center' }

function MiniEndPhaseDialog({ request: question, onAnswer, onCancel }: EndPhaseConfirmation) {
  const { t, language } = useTranslation()
  const worked = formatDurationOrSeconds(question.workedMs, language)
  return (
    <div
      role="alertdialog"
      aria-label={t('dashboard.save.title')}
      className="flex min-h-0 flex-1 flex-col justify-between gap-2.5"
    >
      <p className="overflow-y-auto font-strong text-balance">
        {question.isShort ? t('dashboard.save.short') : t('dashboard.save.text', { worked })}
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

/** Wherever in the window the focus is. */
function useEscape(within: Window, action: () => void) {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') action()
  })
  useEffect(() => {
    within.addEventListener('keydown', handleKeyDown)
    return () => within.removeEventListener('keydown', handleKeyDown)
  }, [within])
}

/** The page behind may be hidden, where browsers let it count the minutes at best: the window counts for itself. */
function useTimerSummary(within: Window): TimerSummary {
  const timer = useTimer((timer) => timer)
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const interval = within.setInterval(() => setNow(serverNow()), 1_000)
    return () => within.clearInterval(interval)
  }, [within])
  const latest = Math.max(now, timer.now)
  return summarizeTimer({ ...timer, now: latest, view: timerStateAt(timer.ledger, latest) })
}
