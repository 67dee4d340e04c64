import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { Copy, Layers2, Play, Square } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { Overlap } from '#core/time-entries/overlaps.ts'
import type { Segment } from '#core/time/segments.ts'
import { formatEntryTimes, formatWholeMinutes } from '#web/features/time-entries/data/entry-format.ts'
import type { NameLookup } from '#web/features/time-entries/data/useNameLookup.ts'
import type { EditedField } from '#web/features/time-entries/form/EntryEditor.tsx'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { PendingSyncIcon } from '#web/resources/list/PendingSyncIcon.tsx'
import { RowMenu } from '#web/resources/list/RowMenu.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { Tag } from '#web/ui/display/Tag.tsx'
import { useRowTabIndex } from '#web/ui/list/row-context.ts'
import { RowCheckbox } from './RowCheckbox.tsx'

export interface RowHandlers {
  onEdit: (entry: TimeEntry, field: EditedField) => void
  onContinue: (entry: TimeEntry) => void
  onDuplicate: (entry: TimeEntry) => void
  onDelete: (entry: TimeEntry) => void
  onSelect: (entry: TimeEntry, isRange: boolean) => void
}

interface EntryRowProps {
  entry: TimeEntry
  /** Midnight of the day that the row is listed under. */
  day: number
  names: NameLookup
  handlers: RowHandlers
  isSelected: boolean
  isSelecting: boolean
  isEdited: boolean
  overlap: Overlap<TimeEntry> | undefined
  /** Untracked time between this row and the one above. */
  gap: Segment | undefined
}

/** One line on wide screens, else two. A click on a cell opens the editor with that field focused. */
export function EntryRow({ entry, day, names, handlers, isSelected, isSelecting, isEdited, ...notes }: EntryRowProps) {
  const { t, language } = useTranslation()
  const project = names.project(entry.project)
  const task = names.task(entry.task)
  const { start, end } = formatEntryTimes(entry, day, language)
  const name = [project?.name, task?.name, `${start.clock}–${end.clock}`].filter(Boolean).join(', ')
  const cursor = useFocusAfterEditing(isEdited)
  const edit = (field: EditedField) => handlers.onEdit(entry, field)

  return (
    <div inert={isEdited} className={clsx(ROW, isSelected ? 'bg-tint' : 'hover:bg-hover/50')}>
      <RowCheckbox
        name={name}
        isSelected={isSelected}
        isAlwaysShown={isSelecting}
        onSelect={(isRange) => handlers.onSelect(entry, isRange)}
      />
      <Cell onEdit={() => edit('start')} className={TIMES}>
        <ClockTime {...start} /> <span className="text-ink-3">–</span> <ClockTime {...end} />
      </Cell>
      <div className="col-start-2 row-start-1 flex min-w-0 items-center gap-2.5 @3xl:w-64 @3xl:flex-none @5xl:w-80">
        {project !== undefined && <ColorDot color={project.color} />}
        <button
          ref={cursor}
          type="button"
          data-cursor=""
          tabIndex={useRowTabIndex()}
          aria-label={t('entries.list.edit', { name })}
          onClick={() => edit('project')}
          className={NAME}
        >
          {project?.name ?? '…'}
          {task !== undefined && <span className="font-normal text-ink-2"> · {task.name}</span>}
        </button>
        <PendingSyncIcon id={entry.id} />
      </div>
      <Details entry={entry} names={names} onEdit={edit} />
      <Notices names={names} {...notes} />
      <Cell onEdit={() => edit('duration')} className={DURATION}>
        {formatDuration(entry.duration, language)}
      </Cell>
      <Actions entry={entry} name={name} handlers={handlers} />
    </div>
  )
}

function Actions({ entry, name, handlers }: Pick<EntryRowProps, 'entry' | 'handlers'> & { name: string }) {
  const { t } = useTranslation()
  const isContinued = useTimer(({ view }) => view.entryId === entry.id)
  const Icon = isContinued ? Square : Play
  const label = t(isContinued ? 'entries.list.stop' : 'entries.list.continue')
  return (
    <div className="relative z-1 col-start-4 row-span-2 row-start-1 flex flex-none gap-1">
      <button
        type="button"
        tabIndex={useRowTabIndex()}
        aria-label={t(isContinued ? 'entries.list.stopEntry' : 'entries.list.continueEntry', { name })}
        title={label}
        onClick={() => handlers.onContinue(entry)}
        className="hidden size-7.5 cursor-pointer place-items-center rounded-small text-ink-3 opacity-0 transition group-hover/row:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 @3xl:grid on-touch:size-11 on-touch:opacity-100"
      >
        <Icon {...ICON} />
      </button>
      <RowMenu
        name={name}
        onEdit={() => handlers.onEdit(entry, 'project')}
        onDelete={() => handlers.onDelete(entry)}
        more={[
          { label, Icon, onAction: () => handlers.onContinue(entry) },
          { label: t('entries.list.duplicate'), Icon: Copy, onAction: () => handlers.onDuplicate(entry) },
        ]}
      />
    </div>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const TIMES =
  'col-start-2 row-start-2 text-caption text-ink-2 @3xl:w-27 @3xl:flex-none @3xl:text-secondary in-data-[clock=12h]:@3xl:w-36'
const DURATION = 'col-start-3 row-start-1 text-right text-secondary font-strong @3xl:w-18 @3xl:flex-none'

const ROW =
  'group/row relative grid h-full grid-cols-[auto_minmax(0,1fr)_auto_auto] grid-rows-[auto_auto] content-center items-center gap-x-3 gap-y-0.75 pr-3 pl-3.5 transition-colors has-[[data-cursor]:focus-visible]:bg-hover/50 max-sm:gap-x-2.5 max-sm:pr-1.5 @3xl:flex @3xl:gap-x-3.5'

const NAME =
  'scroll-mt-32 scroll-mb-24 cursor-pointer truncate text-left text-secondary font-strong outline-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-(--focus)'

interface DetailsProps extends Pick<EntryRowProps, 'entry' | 'names'> {
  onEdit: (field: EditedField) => void
}

/** Notes and tags; on narrow screens the tags are part of the notes' line. */
function Details({ entry, names, onEdit }: DetailsProps) {
  const { t } = useTranslation()
  const tags = names.tags(entry.tags)
  const placeholder = (
    <span className="hidden text-ink-3 opacity-0 group-hover/row:opacity-100 @3xl:inline">
      {t('entries.list.addNote')}
    </span>
  )
  const tagText = tags.map(({ name }) => name).join(' · ') + (tags.length > 0 && entry.notes !== '' ? ' · ' : '')
  return (
    <>
      <Cell onEdit={() => onEdit('notes')} className={NOTES}>
        <span className="text-ink-3 @3xl:hidden">{tagText}</span>
        {entry.notes || placeholder}
      </Cell>
      {tags.length > 0 && (
        <Cell
          onEdit={() => onEdit('tags')}
          className="hidden max-w-56 min-w-0 flex-none gap-1.5 overflow-clip @3xl:flex"
        >
          {tags.map((tag) => (
            <Tag key={tag.id} color={tag.color}>
              {tag.name}
            </Tag>
          ))}
        </Cell>
      )}
    </>
  )
}

const NOTES =
  'col-start-2 row-start-2 ml-25 min-w-0 truncate text-caption text-ink-2 @3xl:ml-0 @3xl:flex-1 @3xl:text-secondary in-data-[clock=12h]:@max-3xl:ml-36'

/** Marks overlaps and gaps. */
function Notices({ names, overlap, gap }: Pick<EntryRowProps, 'names' | 'overlap' | 'gap'>) {
  const { language } = useTranslation()
  const format = (milliseconds: number) => formatWholeMinutes(milliseconds, language)
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
      className="relative z-1 col-start-3 row-start-2 justify-self-end text-warning-ink @3xl:flex-none"
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
      className="absolute -top-2 left-11 z-1 rounded-tag bg-surface px-1.5 text-minimum leading-4 text-ink-3 tabular-nums hover:text-ink"
    >
      {t('entries.list.gap', { time })}
    </Link>
  )
}

/** Pointer only: a click edits this field. Keyboard users open the editor with the row's button. */
function Cell({ onEdit, className, children }: { onEdit: () => void; className: string; children: ReactNode }) {
  const handleClick = (event: MouseEvent) => {
    event.stopPropagation()
    onEdit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={handleClick} className={`relative z-1 cursor-pointer whitespace-nowrap tabular-nums ${className}`}>
      {children}
    </div>
  )
}

/** A time of day, marked with +1 or −1 if it is on another day than the row. */
function ClockTime({ clock, days }: { clock: string; days: number }) {
  return (
    <>
      {clock}
      {days !== 0 && (
        <sup className="ml-px text-[0.7em] font-strong text-ink-3">{days > 0 ? `+${days}` : `−${-days}`}</sup>
      )}
    </>
  )
}

/** Returns the focus to the row when its editor closes. */
function useFocusAfterEditing(isEdited: boolean) {
  const cursor = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited && document.activeElement === document.body) cursor.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  return cursor
}
