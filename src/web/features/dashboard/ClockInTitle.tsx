import { useEffect } from 'react'
import { clockText } from './clock-text.ts'
import { useClock } from './useClock.ts'

const CLOCK = /^[\d:]+ · /
const withoutClock = () => document.title.replace(CLOCK, '')

/** The clock in the title of the tab, before whatever else is there. */
export function ClockInTitle() {
  const text = clockText(useClock())

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
