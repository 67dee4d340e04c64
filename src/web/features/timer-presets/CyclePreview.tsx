import { type Cycle, cycleLength } from '#core/cycle.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { CycleTrack } from '#web/ui/timer/CycleTrack.tsx'
import { endTime } from './end-time.ts'
import { describeLongBreak } from './long-break.ts'

/** Preview of a preset: its phases, its length, and when it would end if started now. */
export function CyclePreview(typed: Cycle) {
  const { t, language } = useTranslation()
  const now = useNow()
  const cycle = withMinimums(typed)
  const { minutes, workMinutes } = cycleLength(cycle)
  const { time, day } = endTime(now, minutes, language)
  const format = (minutes: number) => formatDuration(minutes * MINUTE_MS, language)
  const trackText = { count: cycle.repetitions, work: format(cycle.workMinutes), break: format(cycle.breakMinutes) }
  const track = t(cycle.breakMinutes > 0 ? 'presets.form.track' : 'presets.form.trackWithoutBreaks', trackText)
  const longBreak = cycle.longBreak && describeLongBreak(cycle.longBreak, t)

  return (
    <section
      aria-label={t('presets.form.preview')}
      className="grid gap-5 rounded-panel border border-line bg-surface px-5 py-4.5"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p className="grid gap-1">
          <span className="text-caption text-ink-2">{t('presets.form.endsAfter')}</span>{' '}
          <span className="text-figure leading-none">
            <Duration milliseconds={minutes * MINUTE_MS} />
          </span>
        </p>
        <p className="grid gap-0.5 text-caption text-ink-2 tabular-nums sm:text-right">
          {minutes > workMinutes && (
            <span>{t('presets.form.ofIt', { work: format(workMinutes), break: format(minutes - workMinutes) })}</span>
          )}
          <span>
            {day === undefined ? t('presets.form.endsAt', { time }) : t('presets.form.endsOn', { day, time })}
          </span>
        </p>
      </div>
      <CycleTrack on="paper" label={[track, longBreak].filter(Boolean).join(', ')} {...cycle} />
    </section>
  )
}

/** An empty field counts as its minimum while the user is typing. */
const withMinimums = ({ workMinutes, breakMinutes, repetitions, longBreak }: Cycle): Cycle => ({
  workMinutes: workMinutes || 1,
  breakMinutes: breakMinutes || 0,
  repetitions: repetitions || 1,
  longBreak: longBreak && { duration: longBreak.duration || 1, every: longBreak.every || 2 },
})
