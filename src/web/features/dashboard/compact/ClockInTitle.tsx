import { useEffect } from 'react'
import { formatClock } from '#web/features/dashboard/state/format-clock.ts'
import { selectScreenState } from '#web/features/dashboard/state/timer-screen-state.ts'
import { MODE_KEYS } from '#web/features/dashboard/state/timer-summary.ts'
import { useClockSeconds } from '#web/features/dashboard/state/useClockSeconds.ts'
import { useSelectedProject } from '#web/features/dashboard/state/useSelectedProject.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

/** No title of a page contains it. */
const SEPARATOR = ' — '
const pageTitle = () => document.title.split(SEPARATOR).at(-1) ?? ''

/** Shows clock, mode and project at the start of the tab title. */
export function ClockInTitle() {
  const { t } = useTranslation()
  const clock = formatClock(useClockSeconds())
  const mode = t(MODE_KEYS[useTimer(selectScreenState)])
  const { project } = useSelectedProject()
  const text = [clock, mode, project?.name].filter((part) => part !== undefined).join(' · ')

  useEffect(() => {
    const addTimer = () => {
      const title = `${text}${SEPARATOR}${pageTitle()}`
      if (document.title !== title) document.title = title
    }
    addTimer()
    // Navigation replaces the title, so the timer is added again.
    const observer = new MutationObserver(addTimer)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [text])

  useEffect(
    () => () => {
      document.title = pageTitle()
    },
    [],
  )

  return null
}
