import clsx from 'clsx'
import { Copy, History, Play, Square, SquareCheck } from 'lucide-react'
import { useRef } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { formatEntryTimes } from '#web/features/time-entries/data/entry-format.ts'
import type { NameLookup } from '#web/features/time-entries/data/useNameLookup.ts'
import type { EditedField } from '#web/features/time-entries/form/EntryEditor.tsx'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { PendingSyncIcon } from '#web/resources/list/PendingSyncIcon.tsx'
import { RowMenu } from '#web/resources/list/RowMenu.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { FutureMark } from '#web/ui/display/FutureMark.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'
import { useRowTabIndex } from '#web/ui/list/row-context.ts'
import { RowPlayButton } from '#web/ui/list/RowPlayButton.tsx'
import { EntryCell, type RowCells, useFocusAfterEditing } from './cells/EntryCell.tsx'
import { EntryNotices, type EntryNoticesProps } from './EntryNotices.tsx'
import { RowCheckbox } from './RowCheckbox.tsx'

export interface RowHandlers {
  /** Opens the editor of all fields. */
  onEdit: (entry: TimeEntry, field: EditedField) => void
  onEditCell: (entry: TimeEntry, field: EditedField) => void
  onCloseCell: (entry: TimeEntry, field: EditedField) => void
  onContinue: (entry: TimeEntry) => void
  onDuplicate: (entry: TimeEntry) => void
  onShowHistory: (entry: TimeEntry) => void
  onDelete: (entry: TimeEntry) => void
  onSelect: (entry: TimeEntry, isRange: boolean) => void
}

interface EntryRowProps extends EntryNoticesProps {
  entry: TimeEntry
  /** Midnight of the day that the row is listed under. */
  day: number
  handlers: RowHandlers
  isSelected: boolean
  isSelecting: boolean
  /** The cell that is being edited, or all fields. */
  edited: EditedField | 'all' | undefined
}

/** One line on wide screens, else two. Each cell is edited where it stands; the row itself opens the editor of all fields. */
export function EntryRow({ entry, day, names, handlers, isSelected, isSelecting, edited, ...notes }: EntryRowProps) {
  const { t, language } = useTranslation()
  const project = names.project(entry.project)
  const task = names.task(entry.task)
  const { start, end } = formatEntryTimes(entry, day, language)
  const times = `${start.clock}–${end.clock}`
  const name = [project?.name, task?.name, times].filter(Boolean).join(', ')
  const cells = useRowCells(entry, edited, handlers)

  return (
    <div
      inert={edited === 'all'}
      className={clsx(ROW, isSelecting ? 'pl-3.5' : ROW_WITHOUT_CHECKBOX, isSelected ? 'bg-tint' : 'hover:bg-hover/50')}
    >
      <EditButton name={name} isEdited={edited === 'all'} onEdit={() => handlers.onEdit(entry, 'project')} />
      <RowCheckbox
        name={name}
        isSelected={isSelected}
        isAlwaysShown={isSelecting}
        onSelect={(isRange) => handlers.onSelect(entry, isRange)}
      />
      <EntryCell cells={cells} field="start" label={`${t('entries.list.times')}: ${times}`} className={TIMES}>
        <ClockTime {...start} /> <span className="text-ink-3">–</span> <ClockTime {...end} />
      </EntryCell>
      <div className={subjectClasses(entry.notes)}>
        {project !== undefined && <ColorDot color={project.color} />}
        <SubjectCells cells={cells} project={project?.name ?? '…'} task={task?.name} />
        <PendingSyncIcon id={entry.id} />
        <FutureMark start={entry.startTime} end={entry.endTime ?? entry.startTime} />
      </div>
      <Details cells={cells} names={names} hasNotice={notes.overlap !== undefined} />
      <EntryNotices names={names} {...notes} />
      <EntryCell
        cells={cells}
        field="duration"
        label={`${t('entries.form.duration')}: ${formatDuration(entry.duration, language)}`}
        className={DURATION}
      >
        {formatDuration(entry.duration, language)}
      </EntryCell>
      <Actions entry={entry} name={name} handlers={handlers} isSelecting={isSelecting} />
    </div>
  )
}

/** Rows with two lines have no room for fields: there a cell opens the editor of all fields. */
const MIN_IN_PLACE_WIDTH_PX = 768

function useRowCells(entry: TimeEntry, edited: EntryRowProps['edited'], handlers: RowHandlers): RowCells {
  return {
    entry,
    edited: edited === 'all' ? undefined : edited,
    onEdit: (field, { currentTarget }) => {
      const isWide = (currentTarget.closest('li')?.clientWidth ?? 0) >= MIN_IN_PLACE_WIDTH_PX
      // An input would join several lines of notes into one.
      const isInPlace = isWide && !(field === 'notes' && entry.notes.includes('\n'))
      return isInPlace ? handlers.onEditCell(entry, field) : handlers.onEdit(entry, field)
    },
    onClose: (field) => handlers.onCloseCell(entry, field),
  }
}

/** Lies under the cells, as large as the row. */
function EditButton({ name, isEdited, onEdit }: { name: string; isEdited: boolean; onEdit: () => void }) {
  const { t } = useTranslation()
  const cursor = useRef<HTMLButtonElement>(null)
  useFocusAfterEditing(cursor, isEdited)
  return (
    <button
      ref={cursor}
      type="button"
      data-cursor=""
      tabIndex={useRowTabIndex()}
      aria-label={t('entries.list.edit', { name })}
      onClick={onEdit}
      className="absolute inset-0 scroll-mt-32 scroll-mb-24 cursor-pointer -outline-offset-2"
    />
  )
}

function SubjectCells({ cells, project, task }: { cells: RowCells; project: string; task: string | undefined }) {
  const { t } = useTranslation()
  return (
    <div
      className={
        task === undefined
          ? 'grid min-w-0 grid-cols-[minmax(0,max-content)_minmax(0,1fr)] items-center gap-x-2.5'
          : PROJECT_AND_TASK
      }
    >
      <EntryCell
        cells={cells}
        field="project"
        label={`${t('entries.form.project')}: ${project}`}
        className="truncate text-left text-secondary font-strong"
      >
        {project}
      </EntryCell>
      <EntryCell
        cells={cells}
        field="task"
        label={`${t('entries.form.task')}: ${task ?? t('entries.form.noTask')}`}
        className={clsx('truncate text-left text-secondary', task === undefined ? PLACEHOLDER : 'text-ink-2')}
      >
        {task ?? t('entries.list.addTask')}
      </EntryCell>
    </div>
  )
}

type ActionsProps = Pick<EntryRowProps, 'entry' | 'handlers' | 'isSelecting'> & { name: string }

function Actions({ entry, name, handlers, isSelecting }: ActionsProps) {
  const { t } = useTranslation()
  const isContinued = useTimer(({ view }) => view.entryId === entry.id)
  const Icon = isContinued ? Square : Play
  const label = t(isContinued ? 'entries.list.stop' : 'entries.list.continue')
  // Phones show the checkboxes only once a row is selected.
  const select = {
    label: t('keyboard.does.select'),
    Icon: SquareCheck,
    onAction: () => handlers.onSelect(entry, false),
  }
  return (
    <div className={ACTIONS}>
      <RowPlayButton
        label={t(isContinued ? 'entries.list.stopEntry' : 'entries.list.continueEntry', { name })}
        action={isContinued ? 'stop' : 'play'}
        isActive={isContinued}
        onClick={() => handlers.onContinue(entry)}
      />
      <RowMenu
        name={name}
        onEdit={() => handlers.onEdit(entry, 'project')}
        onDelete={() => handlers.onDelete(entry)}
        more={[
          { label, Icon, onAction: () => handlers.onContinue(entry) },
          { label: t('entries.list.duplicate'), Icon: Copy, onAction: () => handlers.onDuplicate(entry) },
          { label: t('entries.history.open'), Icon: History, onAction: () => handlers.onShowHistory(entry) },
          ...(isSelecting ? [] : [select]),
        ]}
      />
    </div>
  )
}

const SUBJECT = 'col-start-2 row-start-1 flex min-w-0 items-center gap-2.5'
/** As wide in every row, so that notes begin in one column. Without a note, long names grow into its room. */
export const subjectClasses = (notes: string) =>
  clsx(SUBJECT, notes === '' ? '@3xl:min-w-64 @5xl:min-w-72' : '@3xl:w-64 @3xl:flex-none @5xl:w-72')
/** If both are long each gets half; a short one leaves its rest to the other. */
export const PROJECT_AND_TASK =
  'grid min-w-0 grid-cols-[minmax(0,max-content)_minmax(0,max-content)] items-center gap-x-2.5'
export const TIMES =
  'col-start-2 row-start-2 justify-self-start text-left text-caption text-ink-2 @3xl:w-27 @3xl:flex-none @3xl:text-secondary in-data-[clock=12h]:@3xl:w-36'
/** On a phone the actions reach up to it: above them it stays large enough for a finger. */
export const DURATION = 'z-2 col-start-3 row-start-1 text-right text-secondary font-strong @3xl:w-18 @3xl:flex-none'

export const ROW =
  'group/row relative grid h-full grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_auto] content-center items-center gap-x-3.5 pr-3.5 transition-colors has-[[data-cursor]:focus-visible]:bg-hover/50 max-sm:gap-x-2.5 on-touch:[&_button]:select-none @3xl:flex @3xl:pr-3'
/** On a phone the checkbox then takes no room; its column has a gap all the same. */
const ROW_WITHOUT_CHECKBOX = 'pl-1 @md:pl-3.5'
/** At the end of the second of two lines. */
const ACTIONS =
  'absolute right-1 bottom-1.75 z-1 flex flex-none gap-1 on-touch:right-px on-touch:bottom-0 on-touch:gap-0 @3xl:static on-touch:@3xl:gap-1'

/** Appears on wide screens, while the pointer is on the row or the focus on the cell. */
const PLACEHOLDER =
  'hidden text-ink-3 opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 @3xl:inline-block'

/** Notes and tags; on narrow screens the tags are part of the notes' line. */
function Details({ cells, names, hasNotice }: { cells: RowCells; names: NameLookup; hasNotice: boolean }) {
  const { t } = useTranslation()
  const { notes } = cells.entry
  const tags = names.tags(cells.entry.tags)
  const tagText = tags.map(({ name }) => name).join(' · ')
  const noteLabel = notes === '' ? t('entries.list.addNote') : `${t('entries.form.notes')}: ${notes}`
  return (
    <>
      <EntryCell
        cells={cells}
        field="notes"
        label={noteLabel}
        className={clsx(
          NOTES,
          hasNotice ? 'mr-22 on-touch:mr-26' : 'mr-16 on-touch:mr-20',
          notes !== '' && '@5xl:min-w-28',
        )}
      >
        <span className="text-ink-3 @3xl:hidden">{tagText + (tagText !== '' && notes !== '' ? ' · ' : '')}</span>
        {notes || <span className={PLACEHOLDER}>{noteLabel}</span>}
      </EntryCell>
      <EntryCell
        cells={cells}
        field="tags"
        label={tagText === '' ? t('entries.bulk.addTags') : `${t('entries.form.tags')}: ${tagText}`}
        className={clsx('max-w-56 min-w-0 flex-none text-secondary', tagText === '' ? PLACEHOLDER : TAGS)}
      >
        {tagText === '' && t('entries.bulk.addTags')}
        {tags.map((tag) => (
          <Tag key={tag.id} color={tag.color}>
            {tag.name}
          </Tag>
        ))}
      </EntryCell>
    </>
  )
}

export const TAGS = 'hidden gap-1.5 overflow-clip @3xl:flex'
export const NOTES =
  'col-start-2 col-end-4 row-start-2 ml-25 min-w-0 truncate text-left text-caption text-ink-2 @3xl:mx-0! @3xl:flex-1 @3xl:text-secondary in-data-[clock=12h]:@max-3xl:ml-36'

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
