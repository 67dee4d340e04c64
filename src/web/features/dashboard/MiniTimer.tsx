import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { timerStateAt } from '#core/timer/replay.ts'
import { serverNow, useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { formatWorked } from '#web/ui/format-duration.ts'
import { Stage } from '#web/ui/Stage.tsx'
import { FaceButtons, FaceClock, FaceSubject, FaceTicks } from './compact.tsx'
import { type Face, faceAt } from './face.ts'
import { type Asked, type TimerControls, useControls } from './useControls.ts'

/** The timer in a window of its own. It asks there, as whoever presses looks there. */
export function MiniTimer({ within }: { within: Window }) {
  const { t } = useTranslation()
  const face = useFace(within)
  const { controls, asked } = useControls(() => window.focus())
  useEscape(within, () => asked?.onCancel())
  return createPortal(
    <Stage
      state={face.look}
      style={WHOLE}
      aria-label={t('dashboard.timer')}
      className="flex h-dvh flex-col justify-between gap-2.5 p-4"
    >
      {asked === undefined ? <MiniFace face={face} controls={controls} /> : <MiniQuestion {...asked} />}
    </Stage>,
    within.document.body,
  )
}

/** The window has its own corners. */
const WHOLE = { borderRadius: 0 }

function MiniFace({ face, controls }: { face: Face; controls: TimerControls }) {
  return (
    <>
      <FaceSubject face={face} />
      <FaceClock face={face} style={FIGURES} />
      <FaceTicks face={face} />
      <div className="flex items-center justify-center gap-2.5">
        <FaceButtons face={face} controls={controls} />
      </div>
    </>
  )
}

/** As large as the rest leaves room for. */
const FIGURES = { fontSize: 'clamp(1.75rem, 100dvh - 10rem, 22vw)', alignSelf: 'center' }

function MiniQuestion({ question, onAnswer, onCancel }: Asked) {
  const { t, language } = useTranslation()
  const worked = formatWorked(question.workedMs, language)
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
function useFace(within: Window): Face {
  const timer = useTimer((timer) => timer)
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const interval = within.setInterval(() => setNow(serverNow()), 1_000)
    return () => within.clearInterval(interval)
  }, [within])
  const latest = Math.max(now, timer.now)
  return faceAt({ ...timer, now: latest, view: timerStateAt(timer.ledger, latest) })
}
