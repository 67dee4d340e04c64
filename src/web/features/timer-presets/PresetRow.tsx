import type { TimerPreset } from '#contract/timer-presets.ts'
import { cycleLength } from '#core/cycle.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { PlayPresetButton } from '#web/features/dashboard/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { RowProps } from '#web/resources/list/ListPage.tsx'
import { ListRow, RowFact } from '#web/resources/list/ListRow.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { describeLongBreak } from './long-break.ts'
import { CycleTrack } from '#web/ui/timer/CycleTrack.tsx'

export function PresetRow({ item: preset, onDelete }: RowProps<TimerPreset>) {
  const { t } = useTranslation()
  const { workDuration: work, breakDuration: rest, repetitions, longBreak } = preset
  const cycle = { workMinutes: work, breakMinutes: rest, repetitions, longBreak }
  const cycles = t('presets.list.cycles', { count: repetitions })
  const breaks = t(rest > 0 ? 'presets.list.plan' : 'presets.list.planWithoutBreak', { work, rest, cycles })
  const plan = longBreak ? `${breaks} · ${describeLongBreak(longBreak, t)}` : breaks

  return (
    <ListRow
      resource="presets"
      item={preset}
      facts={
        <div className="grid w-full gap-2 @max-3xl:pt-1 @3xl:w-1/2 @3xl:flex-none @3xl:pr-6">
          <div aria-hidden="true">
            <CycleTrack on="paper" label={plan} {...cycle} />
          </div>
          <RowFact className="">{plan}</RowFact>
        </div>
      }
      hasWideFacts
      play={<PlayPresetButton preset={preset} />}
      figures={
        <div className="col-start-3 row-start-1 flex-none text-right text-secondary font-strong @3xl:w-24">
          <span className="sr-only">{t('presets.list.whole')} </span>
          <Duration milliseconds={cycleLength(cycle).minutes * MINUTE_MS} />
        </div>
      }
      onDelete={onDelete}
    />
  )
}
