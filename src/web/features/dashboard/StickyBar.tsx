import clsx from 'clsx'
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { isAbovePage, whenFocusIsFree } from '#web/ui/free-focus.ts'
import { Stage } from '#web/ui/Stage.tsx'
import { useLasting } from '#web/ui/useLasting.ts'
import { useShortcuts } from '#web/ui/useShortcuts.ts'
import { AskedQuestion } from './AskedQuestion.tsx'
import { FaceButtons, FaceClock, FaceSubject, FaceTicks } from './compact.tsx'
import { faceAt } from './face.ts'
import { MiniTimerButton } from './MiniTimerButton.tsx'
import { useControls } from './useControls.ts'

const FADE_MS = 500
const FADE = { transitionDuration: `${FADE_MS}ms` }
/** Its height and the gap below it. */
const ROOM = '7.25rem'
/** On a phone the tab bar is below it. */
const SCROLL_ROOM = '11rem'

/** The timer on every page but its own: fades in when it is wanted, and out with what it showed last. */
export function StickyBar({ isWanted }: { isWanted: boolean }) {
  const isGone = useLasting(!isWanted, FADE_MS)
  return (isWanted || !isGone) && <Bar isWanted={isWanted} />
}

function Bar({ isWanted }: { isWanted: boolean }) {
  const { t } = useTranslation()
  const { controls, asked } = useControls(nothingToChoose)
  const { startOrPause, skip, stop, reset } = controls
  useShortcuts(isWanted ? { ' ': startOrPause, n: skip, s: stop, r: reset } : {})
  const face = faceAt(useTimerUnless(!isWanted))
  useRoom(isWanted)
  const focusHandlers = useFocusLedBack(isWanted)

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
          state={face.look}
          aria-label={t('dashboard.timer')}
          className="pointer-events-auto grid w-full max-w-200 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 px-5 py-3 shadow-pop inset-ring inset-ring-stage-line md:grid-cols-[fit-content(14rem)_auto_minmax(0,1fr)_auto]"
        >
          <FaceSubject face={face} className="items-baseline gap-2.5 max-md:col-span-full max-md:flex" />
          <FaceClock face={face} />
          <div className="max-md:order-last max-md:col-span-full">
            <FaceTicks face={face} />
          </div>
          <div className="-mr-2 flex items-center gap-1.5">
            <FaceButtons face={face} controls={controls} />
            <MiniTimerButton size="lg" />
          </div>
        </Stage>
      </div>
      <AskedQuestion asked={asked} />
    </>
  )
}

/** The bar is there only while something runs, which has its project. */
const nothingToChoose = () => undefined

/** How the timer stands; `isFrozen`: how it stood before. */
function useTimerUnless(isFrozen: boolean) {
  const timer = useTimer((timer) => timer)
  const [kept, setKept] = useState(timer)
  if (!isFrozen && kept !== timer) setKept(timer)
  return isFrozen ? kept : timer
}

/** Nothing is to lie under the bar: neither the end of a page, nor its fixed parts, nor what gets the focus. */
function useRoom(isWanted: boolean) {
  useLayoutEffect(() => {
    if (!isWanted) return
    const { style } = document.documentElement
    style.setProperty('--timer-bar', ROOM)
    style.setProperty('scroll-padding-bottom', SCROLL_ROOM)
    return () => {
      style.removeProperty('--timer-bar')
      style.removeProperty('scroll-padding-bottom')
    }
  }, [isWanted])
}

/** Whoever pressed the last button of the bar goes on in the page. */
function useFocusLedBack(isWanted: boolean) {
  const isHere = useRef(false)
  useEffect(() => {
    if (isWanted || !isHere.current) return
    return whenFocusIsFree(() => document.getElementById('main')?.focus({ preventScroll: true }))
  }, [isWanted])
  return {
    onFocus: () => {
      isHere.current = true
    },
    onBlur: (event: FocusEvent) => {
      isHere.current = isAbovePage(event.relatedTarget)
    },
  }
}
