import { useEffect, useMemo } from 'react'
import type { PublicReport } from '#contract/integrations/shared-reports.ts'
import { calendarRange, type RangeKind } from '#core/report/day-range.ts'
import { Breakdown } from '#web/features/reports/breakdown/Breakdown.tsx'
import { sumParts, toBars } from '#web/features/reports/charts/bars.ts'
import { ShareRing } from '#web/features/reports/charts/ShareRing.tsx'
import { StackedBars } from '#web/features/reports/charts/StackedBars.tsx'
import { usePrint } from '#web/features/reports/export/usePrint.ts'
import { formatRange } from '#web/features/reports/labels/calendar-text.ts'
import { createGroupLabels } from '#web/features/reports/labels/create-group-labels.ts'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import styles from '#web/features/reports/report.module.css'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { useTheme } from '#web/ui/theme/theme.ts'
import { SharedEntries } from './SharedEntries.tsx'
import { SharedFigures } from './SharedFigures.tsx'
import { SharedReportActions } from './SharedReportActions.tsx'
import { useSharedEntries } from './useSharedEntries.ts'
import type { AskForPart } from './useSharedReport.ts'

/** Width of A4 and Letter paper between the margins. */
const PAPER_WIDTH = '43rem'

interface SharedReportViewProps {
  report: PublicReport
  askForPart: AskForPart
  /** After the form of the password, whose focus would be lost. */
  isFocused: boolean
}

export function SharedReportView({ report, askForPart, isFocused }: SharedReportViewProps) {
  const entries = useSharedEntries(report.hasEntries, askForPart)
  const { isPrinting, print } = usePrint(entries.loadRest)
  const getGroupLabel = useLabels(report)
  useEffect(() => {
    document.title = `${report.name} · Ritmo`
  }, [report.name])
  return (
    <div className={`${styles['report']} grid gap-4`} style={isPrinting ? { width: PAPER_WIDTH } : undefined}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 pb-2">
        <ReportHeading report={report} isFocused={isFocused} />
        <SharedReportActions askForPart={askForPart} onPrint={print} />
      </header>
      <SharedFigures report={report} />
      {report.total.entries === 0 ? (
        <Nothing />
      ) : (
        <>
          <Charts report={report} getGroupLabel={getGroupLabel} />
          <Breakdown
            lines={report.lines}
            total={report.total.milliseconds}
            entries={report.total.entries}
            group={report.group}
            subgroup={report.subgroup ?? undefined}
            getGroupLabel={getGroupLabel}
            clientOf={report.hasClients ? (project) => clientNameOf(report, project) : undefined}
          />
          {report.hasEntries && <SharedEntries entries={entries} zone={report.zone} />}
        </>
      )}
    </div>
  )
}

/** Here the key of a client is its name, because only projects refer to clients. */
const clientNameOf = ({ labels }: PublicReport, project: string | null) =>
  labels.find(({ dimension, key }) => dimension === 'project' && key === project)?.client ?? null

function useLabels({ labels }: PublicReport): GetGroupLabel {
  const { t, language } = useTranslation()
  const { color } = useTheme()
  return useMemo(() => {
    const listOf = (wanted: string) =>
      labels.flatMap(({ dimension, key, name, color }) =>
        dimension === wanted ? [{ id: key, name, color: color ?? '' }] : [],
      )
    const lists = { projects: listOf('project'), clients: listOf('client'), tasks: listOf('task'), tags: listOf('tag') }
    const labelOf = createGroupLabels(lists, { t, language, color, today: '' })
    const clientNames = new Set(labels.map(({ client }) => client))
    return (dimension, key) => {
      const isName = dimension === 'client' && key !== null && clientNames.has(key)
      return isName ? { ...labelOf(dimension, null), key, name: key } : labelOf(dimension, key)
    }
  }, [labels, t, language, color])
}

function ReportHeading({ report, isFocused }: Omit<SharedReportViewProps, 'askForPart'>) {
  const translation = useTranslation()
  const { t } = translation
  const { from, to, zone, rounding, sharedBy, filters } = report
  const range = { from, to }
  const kind = KINDS.find(
    (kind) => calendarRange(kind, from, 1).to === to && calendarRange(kind, from, 1).from === from,
  )
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-secondary font-medium text-ink-2">{t('reports.shared.by', { name: sharedBy })}</p>
      <h1 tabIndex={-1} ref={isFocused ? focusElement : undefined} className="text-headline wrap-anywhere outline-none">
        {report.name}
      </h1>
      <p className="text-heading text-ink-2">{formatRange(kind ?? 'custom', range, translation, '')}</p>
      <div className="grid gap-0.5 text-caption text-ink-3">
        {filters.map((text) => (
          <p key={text} className="wrap-anywhere">
            {text}
          </p>
        ))}
        <p>
          {t('reports.zone', { zone })}
          {rounding !== null &&
            ` · ${t(`reports.rounding.rule.${rounding.direction}.${rounding.per}`, { minutes: rounding.minutes })}`}
        </p>
      </div>
    </div>
  )
}

const focusElement = (element: HTMLElement | null) => element?.focus()

const KINDS = ['day', 'month', 'quarter', 'year'] as const satisfies RangeKind[]

function Nothing() {
  const { t } = useTranslation()
  return (
    <div className="rounded-panel border border-line bg-surface">
      <EmptyState message={t('reports.shared.nothing')} />
    </div>
  )
}

function Charts({ report, getGroupLabel }: { report: PublicReport; getGroupLabel: GetGroupLabel }) {
  const { t } = useTranslation()
  const { step, partsBy, group, lines, total } = report
  const labelOf = (key: string | null) => getGroupLabel(partsBy, key)
  const bars = toBars(report.bars, {
    getGroupLabel: labelOf,
    nameOthers: (count) => t('reports.chart.others', { count }),
  })
  const shares =
    partsBy === group
      ? lines.map(({ key, milliseconds }) => ({ ...labelOf(key), milliseconds }))
      : sumParts(report.bars, labelOf)
  const title = t(`reports.panel.${step}`)
  const by = partsBy as 'project'
  return (
    <div className={styles['columns']}>
      <Panel title={title} hint={t(`reports.panel.hours.${by}`)}>
        <div className="min-h-80">
          <StackedBars bars={bars} step={step} title={title} goals={undefined} />
        </div>
      </Panel>
      <Panel title={t(`reports.panel.shares.${by}`)} hint={t('reports.panel.tick')}>
        <div className="flex flex-1">
          <ShareRing parts={shares} total={total.milliseconds} />
        </div>
      </Panel>
    </div>
  )
}
