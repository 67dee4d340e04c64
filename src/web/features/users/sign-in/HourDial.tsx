import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { Dial } from '#web/ui/timer/Dial.tsx'

/** The timer's dial as a clock: the current hour is drawn like a work phase. */
export function HourDial() {
  const { t, language } = useTranslation()
  const now = useNow()
  const nextHour = new Date(now)
  nextHour.setHours(now.getHours() + 1, 0)
  const locale = toLocale(language)
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })

  return (
    <Dial
      state="work"
      totalSeconds={3_600}
      elapsedSeconds={now.getMinutes() * 60 + now.getSeconds()}
      label={t('auth.clock', { time: clock.format(now) })}
    >
      <span className="text-secondary font-strong text-on-stage-2">{day.format(now)}</span>
      <span className="my-2 text-clock tabular-nums">{clock.format(now)}</span>
      <span className="text-secondary text-on-stage-2 tabular-nums">
        {t('auth.nextHour', { time: clock.format(nextHour) })}
      </span>
    </Dial>
  )
}
