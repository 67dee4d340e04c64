import { ChevronLeft, ChevronRight } from 'lucide-react'
import { RANGE_KINDS } from '#core/report/day-range.ts'
import { ChipPopover } from '#web/features/reports/filters/ChipPopover.tsx'
import { GroupingSelects } from '#web/features/reports/filters/GroupingSelects.tsx'
import { formatRange } from '#web/features/reports/labels/calendar-text.ts'
import styles from '#web/features/reports/report.module.css'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { Select } from '#web/ui/options/Select.tsx'
import { rangeAfter, rangeBefore, rangeOf } from './report-range.ts'
import { useSteps } from './useSteps.ts'

const CustomRangePicker = lazyComponent(() =>
  import('./CustomRangePicker.tsx').then((module) => ({ default: module.CustomRangePicker })),
)

/** Range of the report with buttons and arrow keys for the previous and next one, and the grouping. */
export function RangeBar({ search }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const { kind, today, isCurrent, show } = search
  return (
    <div className="-m-1 flex items-center gap-x-2 gap-y-2.5 p-1 max-md:overflow-x-auto md:flex-wrap">
      <KindControl search={search} />
      <div className="flex flex-none items-center gap-1">
        <RangeStepper search={search} />
        {kind !== 'custom' && !isCurrent && (
          <Button variant="ghost" onClick={() => show(kind, rangeOf(kind, today))}>
            {t(`reports.range.back.${kind}`)}
          </Button>
        )}
      </div>
      <GroupingSelects search={search} />
    </div>
  )
}

/** Six segments where there is room, otherwise a list. */
function KindControl({ search: { kind, setKind } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const label = t('reports.range.label')
  return (
    <>
      <div className={styles['wide']}>
        <SegmentedControl
          label={label}
          value={kind}
          options={RANGE_KINDS.map((value) => ({ value, label: t(`reports.range.${value}`) }))}
          onChange={setKind}
        />
      </div>
      <div className={styles['narrow']}>
        <Select
          variant="chip"
          label={label}
          options={RANGE_KINDS.map((id) => ({ id, label: t(`reports.range.${id}`) }))}
          value={kind}
          onChange={(id) => setKind(RANGE_KINDS.find((known) => known === id) ?? kind)}
        />
      </div>
    </>
  )
}

function RangeStepper({ search }: { search: ReportSearchState }) {
  const translation = useTranslation()
  const { t } = translation
  const { kind, range, today, show } = search
  const [earlier, later] = [rangeBefore(kind, range), rangeAfter(kind, range, today)]
  const step = useSteps(range, (next) => show(kind, next))
  const goBack = () => step((from) => rangeBefore(kind, from))
  const goForward = () => step((from) => rangeAfter(kind, from, today))
  useShortcuts({ arrowleft: goBack, arrowright: goForward })
  const text = formatRange(kind, range, translation, today)
  return (
    <>
      <IconButton
        label={t('reports.range.previous')}
        icon={<ChevronLeft {...ICON} />}
        disabled={earlier === undefined}
        onClick={goBack}
      />
      <IconButton
        label={t('reports.range.next')}
        icon={<ChevronRight {...ICON} />}
        disabled={later === undefined}
        onClick={goForward}
      />
      {kind === 'custom' ? (
        <ChipPopover label={t('reports.range.dates')} summary={text} isActive={false}>
          <CustomRangePicker search={search} />
        </ChipPopover>
      ) : (
        <h2 aria-live="polite" className="px-1.5 text-secondary font-strong whitespace-nowrap tabular-nums">
          {text}
        </h2>
      )}
    </>
  )
}

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
