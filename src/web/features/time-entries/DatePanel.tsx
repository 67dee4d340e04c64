import clsx from 'clsx'
import { Button } from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DateRangePicker } from '#web/ui/DateRangePicker.tsx'
import { FloatingPanel } from '#web/ui/FloatingPanel.tsx'
import type { Panel } from '#web/ui/usePanel.ts'
import { type DayRange, RANGES, rangeOf } from './day-ranges.ts'

interface DatePanelProps {
  panel: Panel
  today: Date
  range: DayRange | undefined
  /** Which of the usual ones it is. */
  usual: (typeof RANGES)[number] | undefined
  onChange: (range: DayRange | undefined) => void
}

/** The usual ranges of days, and any other. */
export function DatePanel({ panel, today, range, usual, onChange }: DatePanelProps) {
  const { t } = useTranslation()
  const choose = (next: DayRange | undefined) => {
    onChange(next)
    panel.onOpenChange(false)
  }
  return (
    <FloatingPanel panel={panel} label={t('entries.filter.dates')} className="gap-3 p-3">
      <div className="grid grid-cols-2 gap-1">
        <div className="col-span-2 grid">
          <Preset isChosen={range === undefined} onPress={() => choose(undefined)}>
            {t('entries.filter.anyDay')}
          </Preset>
        </div>
        {RANGES.map((name) => (
          <Preset key={name} isChosen={name === usual} onPress={() => choose(rangeOf(name, today))}>
            {t(`entries.filter.${name}`)}
          </Preset>
        ))}
      </div>
      <DateRangePicker
        label={t('entries.filter.custom')}
        value={range ? { start: range.from, end: range.to } : null}
        onChange={({ start, end }) => onChange({ from: start, to: end })}
      />
    </FloatingPanel>
  )
}

interface PresetProps {
  isChosen: boolean
  onPress: () => void
  children: string
}

function Preset({ isChosen, onPress, children }: PresetProps) {
  return (
    <Button
      onPress={onPress}
      className={clsx(
        'h-9 cursor-pointer rounded-small px-2.5 text-left text-secondary transition-colors hover:bg-hover data-pressed:bg-pressed on-touch:h-11',
        isChosen && 'bg-tint font-strong text-accent-ink',
      )}
    >
      {children}
    </Button>
  )
}
