import { useEffect } from 'react'
import { formatClock } from '#web/features/dashboard/state/format-clock.ts'
import { useClockSeconds } from '#web/features/dashboard/state/useClockSeconds.ts'

const CLOCK = /^[\d:]+ · /
const withoutClock = () => document.title.replace(CLOCK, '')

/** The clock in the title of the tab, before whatever else is there. */
export function ClockInTitle() {
  const text = formatClock(useClockSeconds())

  useEffect(() => {
    const show = () => {
      const wanted = `${text} · ${withoutClock()}`
      if (document.title !== wanted) document.title = wanted
    }
    show()
    // Another page has another title, which knows nothing of the clock.
    const observer = new MutationObserver(show)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [text])

  useEffect(
    () => () => {
      document.title = withoutClock()
    },
    [],
  )

  return null
}
