import clsx from 'clsx'
import { Pencil } from 'lucide-react'
import { type ComponentProps, type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { MORE_MINUTES } from '#web/features/dashboard/controls/overtime.ts'
import { OvertimeRow } from '#web/features/dashboard/stage/OvertimeRow.tsx'
import { useTimerControls } from '#web/features/dashboard/controls/useTimerControls.ts'
import { LazyEndPhaseDialog } from '#web/features/dashboard/dialogs/LazyEndPhaseDialog.tsx'
import { useEditRun } from '#web/features/dashboard/dialogs/useEditRun.tsx'
import { summarizeTimer } from '#web/features/dashboard/state/timer-summary.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useHasBeenTrueFor } from '#web/ui/hooks/useHasBeenTrueFor.ts'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { isOutsidePage, whenFocusIsLost } from '#web/ui/overlays/lost-focus.ts'
import { Stage } from '#web/ui/timer/Stage.tsx'
import { CompactButtons, CompactClock, CompactOvertime, CompactProgress, CompactSubject } from './compact-parts.tsx'
import { MiniTimerButton } from './MiniTimerButton.tsx'

const FADE_MS = 500
const FADE = { transitionDuration: `${FADE_MS}ms` }
/** Height of the bar plus the gap below it. */
const BAR_SPACE = '7.25rem'
/** With the row of overtime on a phone. */
const TALL_BAR_SPACE = '10.25rem'
/** Includes the tab bar, which is below it on phones. */
const SCROLL_PADDING = '11rem'

/** On touch as high as a finger. On a phone it then lies over the bar's padding and the gap below, not to move them. */
const EDIT =
  '-mx-2 flex min-w-0 cursor-pointer items-center gap-2.5 rounded-control px-2 text-left text-on-stage-2 hover:bg-stage-2 max-md:col-span-full on-touch:min-h-11 on-touch:max-md:-mt-3 on-touch:max-md:-mb-2.75'

/** The timer on every page except the dashboard. It fades out with the state it showed last. */
export function StickyBar({ isVisible }: { isVisible: boolean }) {
  const isFadedOut = useHasBeenTrueFor(!isVisible, FADE_MS)
  return (isVisible || !isFadedOut) && <Bar isVisible={isVisible} />
}

function Bar({ isVisible }: { isVisible: boolean }) {
  const { t } = useTranslation()
  const { controls, confirmation } = useTimerControls(ignoreMissingProject)
  const { startOrPause, skip, stop, reset, extend } = controls
  const { editRun, dialog } = useEditRun({ hasSubject: true })
  const keys = {
    ' ': startOrPause,
    n: skip,
    '+': () => extend(MORE_MINUTES),
    u: () => extend(null),
    s: stop,
    r: reset,
    e: editRun,
  }
  useShortcuts(isVisible ? keys : {})
  const summary = summarizeTimer(useFreezableTimer(!isVisible))
  useReservedSpace(isVisible, summary.hasOvertime)
  const focusHandlers = useReturnFocus(isVisible)

  return (
    <>
      <div
        inert={!isVisible}
        aria-hidden={!isVisible}
        {...focusHandlers}
        style={FADE}
        className={clsx(
          'pointer-events-none fixed inset-x-0 bottom-4 z-20 grid justify-items-center px-[5vw] transition-opacity max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] md:left-56 md:px-9 starting:opacity-0',
          !isVisible && 'opacity-0',
        )}
      >
        <Stage
          state={summary.stageState}
          aria-label={t('dashboard.timer')}
          className="pointer-events-auto grid w-full max-w-200 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 px-5 py-3 shadow-pop inset-ring inset-ring-stage-line md:grid-cols-[fit-content(18rem)_auto_minmax(0,1fr)_auto]"
        >
          <button type="button" title={t('dashboard.editRun.title')} onClick={editRun} className={EDIT}>
            <span className="sr-only">{t('dashboard.editRun.title')}: </span>
            <CompactSubject
              summary={summary}
              className="items-baseline gap-2.5 text-on-stage max-md:flex max-md:flex-1"
            />
            <Pencil size={14} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
          </button>
          <CompactClock summary={summary} />
          <div className="max-md:order-last max-md:col-span-full">
            <CompactProgress summary={summary} />
          </div>
          <BarButtons summary={summary} controls={controls} />
        </Stage>
      </div>
      <LazyEndPhaseDialog confirmation={confirmation} />
      {dialog}
    </>
  )
}

/** On a phone overtime has a row of its own. */
function BarButtons({ summary, controls }: ComponentProps<typeof CompactButtons>) {
  return (
    <>
      <div className="-mr-2 flex items-center gap-1.5">
        <CompactButtons summary={summary} controls={controls} />
        <span className="flex gap-1.5 max-md:hidden">
          <CompactOvertime summary={summary} controls={controls} />
        </span>
        <MiniTimerButton size="lg" />
      </div>
      {summary.hasOvertime && (
        <div className="order-last col-span-full md:hidden">
          <OvertimeRow {...controls} />
        </div>
      )}
    </>
  )
}

/** The bar is shown only while the timer is active, and then a project is selected. */
const ignoreMissingProject = () => undefined

/** The timer's state; while `isFrozen`, the last state before. */
function useFreezableTimer(isFrozen: boolean) {
  const timer = useTimer((timer) => timer)
  const [last, setLast] = useState(timer)
  if (!isFrozen && last !== timer) setLast(timer)
  return isFrozen ? last : timer
}

/** Reserves space, so that the bar covers neither the end of the page, nor fixed parts, nor focused elements. */
function useReservedSpace(isVisible: boolean, isTall: boolean) {
  useLayoutEffect(() => {
    if (!isVisible) return
    const { style } = document.documentElement
    style.setProperty('--timer-bar', isTall ? TALL_BAR_SPACE : BAR_SPACE)
    style.setProperty('scroll-padding-bottom', SCROLL_PADDING)
    return () => {
      style.removeProperty('--timer-bar')
      style.removeProperty('scroll-padding-bottom')
    }
  }, [isVisible, isTall])
}

/** Moves the focus to the page when the bar disappears while it has the focus. */
function useReturnFocus(isVisible: boolean) {
  const hasFocus = useRef(false)
  useEffect(() => {
    if (isVisible || !hasFocus.current) return
    return whenFocusIsLost(() => document.getElementById('main')?.focus({ preventScroll: true }))
  }, [isVisible])
  return {
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: (event: FocusEvent) => {
      hasFocus.current = isOutsidePage(event.relatedTarget)
    },
  }
}
