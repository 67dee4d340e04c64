import { useRunningEntry } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'

/** The time of saved entries, and of what runs if it is listed with them. */
export function WorkedTotal({ milliseconds, isRunning }: { milliseconds: number; isRunning: boolean }) {
  const { language } = useTranslation()
  const running = useRunningEntry()
  return formatDuration(milliseconds + (isRunning ? (running?.elapsedMs ?? 0) : 0), language)
}
