import clsx from 'clsx'
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { isOutsidePage, whenFocusIsLost } from '#web/ui/overlays/lost-focus.ts'
import { Stage } from '#web/ui/timer/Stage.tsx'
import { useHasBeenTrueFor } from '#web/ui/hooks/useHasBeenTrueFor.ts'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { LazyEndPhaseDialog } from '#web/features/dashboard/dialogs/LazyEndPhaseDialog.tsx'
import { CompactButtons, CompactClock, CompactSubject, CompactProgress } from './compact-parts.tsx'
import { summarizeTimer } from '#web/features/dashboard/state/timer-summary.ts'
import { MiniTimerButton } from './MiniTimerButton.tsx'
import { useTimerControls } from '#web/features/dashboard/controls/useTimerControls.ts'

const FADE_MS = 500
const FADE = { transitionDuration: `${FADE_MS}ms` }
/** Its height and the gap below it. */
const BAR_SPACE = '7.25rem'
/** On a phone the tab bar is below it. */
const SCROLL_PADDING = '11rem'

/** The timer on every page but its own: fades in when it is wanted, and out with what it showed last. */
export function StickyBar({ isWanted }: { isWanted: boolean }) {
  const isGone = useHasBeenTrueFor(!isWanted, FADE_MS)
  return (isWanted || !isGone) && <Bar isWanted={isWanted} />
}

function Bar({ isWanted }: { isWanted: boolean }) {
  const { t } = useTranslation()
  const { controls, confirmation: asked } = useTimerControls(ignoreMissingProject)
  const { startOrPause, skip, stop, reset } = controls
  useShortcuts(isWanted ? { ' ': startOrPause, n: skip, s: stop, r: reset } : {})
  const face = summarizeTimer(useFreezableTimer(!isWanted))
  useReservedSpace(isWanted)
  const focusHandlers = useReturnFocus(isWanted)

  return (
    <>
      <div
        inert={!isWanted}
        aria-hidden={!isWanted}
        {...focusHandlers}
        style={FADE}
        className={clsx(
          'pointer-events-none fixed inset-x-0 bottom-4 z-20 grid justify-items-center px-[5vw] transition-opacity max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] md:left-56 md:px-9 starting:opacity-0',
          !isWanted && 'opacity-0',
        )}
      >
        <Stage
          state={face.stageState}
          aria-label={t('dashboard.timer')}
          className="pointer-events-auto grid w-full max-w-200 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 px-5 py-3 shadow-pop inset-ring inset-ring-stage-line md:grid-cols-[fit-content(14rem)_auto_minmax(0,1fr)_auto]"
        >
          <CompactSubject face={face} className="items-baseline gap-2.5 max-md:col-span-full max-md:flex" />
          <CompactClock face={face} />
          <div className="max-md:order-last max-md:col-span-full">
            <CompactProgress face={face} />
          </div>
          <div className="-mr-2 flex items-center gap-1.5">
            <CompactButtons face={face} controls={controls} />
            <MiniTimerButton size="lg" />
          </div>
        </Stage>
      </div>
      <LazyEndPhaseDialog asked={asked} />
    </>
  )
}

/** The bar is there only while something runs, which has its project. */
const ignoreMissingProject = () => undefined

/** How the timer stands; `isFrozen`: how it stood before. */
function useFreezableTimer(isFrozen: boolean) {
  const timer = useTimer((timer) => timer)
  const [kept, setKept] = useState(timer)
  if (!isFrozen && kept !== timer) setKept(timer)
  return isFrozen ? kept : timer
}

/** Nothing is to lie under the bar: neither the end of a page, nor its fixed parts, nor what gets the focus. */
function useReservedSpace(isWanted: boolean) {
  useLayoutEffect(() => {
    if (!isWanted) return
    const { style } = document.documentElement
    style.setProperty('--timer-bar', BAR_SPACE)
    style.setProperty('scroll-padding-bottom', SCROLL_PADDING)
    return () => {
      style.removeProperty('--timer-bar')
      style.removeProperty('scroll-padding-bottom')
    }
  }, [isWanted])
}

/** Whoever pressed the last button of the bar goes on in the page. */
function useReturnFocus(isWanted: boolean) {
  const isHere = useRef(false)
  useEffect(() => {
    if (isWanted || !isHere.current) return
    return whenFocusIsLost(() => document.getElementById('main')?.focus({ preventScroll: true }))
  }, [isWanted])
  return {
    onFocus: () => {
      isHere.current = true
    },
    onBlur: (event: FocusEvent) => {
      isHere.current = isOutsidePage(event.relatedTarget)
    },
  }
}
