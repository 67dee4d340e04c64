import clsx from 'clsx'
import { Button } from 'react-aria-components'
import { type DayRange, NAMED_RANGES, resolveRange } from '#web/features/time-entries/data/day-ranges.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DateRangePicker } from '#web/ui/date/DateRangePicker.tsx'
import { FloatingPanel } from '#web/ui/overlays/FloatingPanel.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'

interface DateFilterPanelProps {
  panel: PanelState
  today: Date
  range: DayRange | undefined
  /** The named range that equals `range`. */
  namedRange: (typeof NAMED_RANGES)[number] | undefined
  onChange: (range: DayRange | undefined) => void
}

export function DateFilterPanel({ panel, today, range, namedRange, onChange }: DateFilterPanelProps) {
  const { t } = useTranslation()
  const select = (next: DayRange | undefined) => {
    onChange(next)
    panel.onOpenChange(false)
  }
  return (
    <FloatingPanel panel={panel} label={t('entries.filter.dates')} className="gap-3 p-3">
      <div className="grid grid-cols-2 gap-1">
        <div className="col-span-2 grid">
          <Preset isSelected={range === undefined} onPress={() => select(undefined)}>
            {t('entries.filter.anyDay')}
          </Preset>
        </div>
        {NAMED_RANGES.map((name) => (
          <Preset key={name} isSelected={name === namedRange} onPress={() => select(resolveRange(name, today))}>
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

function Preset({ isSelected, onPress, children }: { isSelected: boolean; onPress: () => void; children: string }) {
  return (
    <Button
      onPress={onPress}
      className={clsx(
        'h-9 cursor-pointer rounded-small px-2.5 text-left text-secondary transition-colors hover:bg-hover data-pressed:bg-pressed on-touch:h-11',
        isSelected && 'bg-tint font-strong text-accent-ink',
      )}
    >
      {children}
    </Button>
  )
}
