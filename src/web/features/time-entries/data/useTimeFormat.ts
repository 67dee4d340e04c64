import { useMemo } from 'react'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

/** Formats a timestamp as a time of day. */
export function useTimeFormat() {
  const { language } = useTranslation()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(toLocale(language), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    return (at: number) => format.format(at)
  }, [language])
}
