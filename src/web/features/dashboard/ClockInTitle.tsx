import { useEffect } from 'react'
import { useTimer } from '#web/features/timer/queries.ts'
import { clockText } from './clock-text.ts'
import { useClock } from './useClock.ts'

const CLOCK = /^[\d:]+ · /

/** The clock in the title of the tab, before whatever else is there. */
export function ClockInTitle() {
  const isActive = useTimer(({ view }) => view.status !== 'idle')
  const text = clockText(useClock())

  useEffect(() => {
    if (isActive) document.title = `${text} · ${document.title.replace(CLOCK, '')}`
  }, [isActive, text])

  useEffect(() => {
    if (!isActive) return
    return () => {
      document.title = document.title.replace(CLOCK, '')
    }
  }, [isActive])

  return null
}
