import { useEffect } from 'react'
import { formatClock } from '#web/features/dashboard/state/format-clock.ts'
import { useClockSeconds } from '#web/features/dashboard/state/useClockSeconds.ts'

const CLOCK = /^[\d:]+ · /
const withoutClock = () => document.title.replace(CLOCK, '')

/** Shows the clock at the start of the tab title. */
export function ClockInTitle() {
  const text = formatClock(useClockSeconds())

  useEffect(() => {
    const addClock = () => {
      const title = `${text} · ${withoutClock()}`
      if (document.title !== title) document.title = title
    }
    addClock()
    // Navigation replaces the title, so the clock is added again.
    const observer = new MutationObserver(addClock)
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
