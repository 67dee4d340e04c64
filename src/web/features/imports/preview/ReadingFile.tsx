import { useEffect, useState } from 'react'
import { SECOND_MS } from '#core/time/units.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatBytes } from '#web/ui/display/format-bytes.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { TickProgress } from '#web/ui/timer/TickProgress.tsx'

/** A smaller file is read within a few seconds. */
const LARGE_FILE_BYTES = 8 * 1024 * 1024
/** The seconds in which the ticks run along the bar once. */
const ROUND = 12

/** Shows that a large file is being read, and since when. The server does not say how much of it is read. */
export const ReadingFile = ({ isReading, bytes }: { isReading: boolean; bytes: number }) =>
  isReading && bytes >= LARGE_FILE_BYTES && <ReadingLargeFile bytes={bytes} />

function ReadingLargeFile({ bytes }: { bytes: number }) {
  const { t, language } = useTranslation()
  const seconds = useSeconds()
  const facts = [formatBytes(bytes, language), seconds > 0 && formatDuration(seconds * SECOND_MS, language)]
  return (
    <div data-stage="break" className="grid max-w-140 gap-1">
      <TickProgress label={t('imports.reading')} value={(seconds % ROUND) / ROUND} isEndless />
      <p className="text-caption text-ink-2 tabular-nums">
        {[...facts, t('imports.readingLarge')].filter((fact) => fact !== false).join(' · ')}
      </p>
    </div>
  )
}

/** The seconds since this component appeared. */
function useSeconds() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const interval = setInterval(() => setSeconds((seconds) => seconds + 1), SECOND_MS)
    return () => clearInterval(interval)
  }, [])
  return seconds
}
