import { Link } from '@tanstack/react-router'
import { Layers2 } from 'lucide-react'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { Overlap } from '#core/time-entries/overlaps.ts'
import type { Segment } from '#core/time/segments.ts'
import type { NameLookup } from '#web/features/time-entries/data/useNameLookup.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { useRowTabIndex } from '#web/ui/list/row-context.ts'

export interface EntryNoticesProps {
  names: NameLookup
  overlap: Overlap<TimeEntry> | undefined
  /** Untracked time between this row and the one above. */
  gap: Segment | undefined
}

/** Marks overlaps and gaps. */
export function EntryNotices({ names, overlap, gap }: EntryNoticesProps) {
  const { language } = useTranslation()
  const format = (milliseconds: number) => formatDuration(milliseconds, language)
  return (
    <>
      {overlap !== undefined && (
        <OverlapNotice time={format(overlap.milliseconds)} partners={overlap.partners} names={names} />
      )}
      {gap !== undefined && <GapLink gap={gap} time={format(gap[1] - gap[0])} />}
    </>
  )
}

function OverlapNotice({ time, partners, names }: { time: string; partners: readonly TimeEntry[]; names: NameLookup }) {
  const { t } = useTranslation()
  const [first, second] = partners
  const name = first && names.project(first.project)?.name
  const text =
    second === undefined && name !== undefined
      ? t('entries.list.overlap', { time, name })
      : t('entries.list.overlaps', { time, count: partners.length })
  return (
    <span
      title={text}
      className="relative z-1 col-start-2 col-end-4 row-start-2 mr-16 justify-self-end text-warning-ink on-touch:mr-20 @3xl:mr-0! @3xl:flex-none"
    >
      <Layers2 size={15} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** Sits between two rows and links to a new entry with the gap's times. */
function GapLink({ gap: [start, end], time }: { gap: Segment; time: string }) {
  const { t } = useTranslation()
  return (
    <Link
      to="/time-entries/new"
      search={{ start: new Date(start).toISOString(), end: new Date(end).toISOString() }}
      preload={false}
      tabIndex={useRowTabIndex()}
      aria-label={t('entries.list.fillGap', { time })}
      className="absolute -top-2 left-2 z-1 rounded-tag bg-surface px-1.5 text-minimum leading-4 text-ink-3 tabular-nums hover:text-ink @md:left-11"
    >
      {t('entries.list.gap', { time })}
    </Link>
  )
}
