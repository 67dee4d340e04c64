import { useEffect, useState } from 'react'
import { futurePartOf } from '#core/time-entries/future.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

interface FutureMarkProps {
  start: string
  end: string
}

/** Marks time that is not over yet. It disappears when the time is over. */
export const FutureMark = ({ start, end }: FutureMarkProps) => (
  // Other times are compared with the current time, not with that of the last comparison.
  <Mark key={`${start} ${end}`} start={start} end={end} />
)

function Mark({ start, end }: FutureMarkProps) {
  const { t } = useTranslation()
  const [now, setNow] = useState(Date.now)
  const part = futurePartOf([Date.parse(start), Date.parse(end)], now)
  useEffect(() => {
    if (part === undefined) return
    const interval = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(interval)
  }, [part])
  return (
    part && <span className="flex-none text-minimum font-medium text-warning-ink">{t(`entries.future.${part}`)}</span>
  )
}
