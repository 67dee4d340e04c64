import clsx from 'clsx'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { DayGroup } from '#web/features/time-entries/data/day-groups.ts'
import { renderedRows, rowsToCss, isGroupRendered, layOutGroups } from '#web/ui/list/group-layout.ts'
import { RowContext } from '#web/ui/list/row-context.ts'
import { useRowCursor } from '#web/ui/list/useRowCursor.ts'
import { useVisibleRange } from '#web/ui/list/useVisibleRange.ts'
import type { VirtualListHandle } from '#web/ui/list/VirtualList.tsx'

const DAY_HEADER_ROWS = 0.88
const headerRowsOf = () => DAY_HEADER_ROWS
/** The next page is loaded when fewer rows remain below the screen. */
const LOAD_AHEAD_ROWS = 60

interface EntryListProps {
  groups: DayGroup[]
  renderDay: (group: DayGroup, titleId: string) => ReactNode
  renderRow: (entry: TimeEntry, day: DayGroup) => ReactNode
  /** Called for keys pressed on the focused row. */
  onSelect: (entry: TimeEntry, isRange: boolean) => void
  onDelete: (entry: TimeEntry) => void
  onNearEnd: () => void
  ref: RefObject<VirtualListHandle | null>
}

/** A virtual list: only days and rows near the screen are rendered. */
export function EntryList({ groups, renderDay, renderRow, onNearEnd, ref, ...props }: EntryListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { layouts, height } = useMemo(() => layOutGroups(groups, headerRowsOf), [groups])
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  const ids = useMemo(() => entries.map(({ id }) => id), [entries])
  const { index: focusedIndex, move, focus, handlers } = useRowCursor(list, ids)
  const { from, to } = useVisibleRange(list, height)
  useImperativeHandle(ref, () => ({ move }))
  const isNearEnd = to > height - LOAD_AHEAD_ROWS
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['cursor'] === undefined) return
    const action = keyActionsAt(entries, focusedIndex, { ...props, move, focus })[
      event.shiftKey ? `Shift ${event.key}` : event.key
    ]
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }

  return (
    // Key events bubble up from the buttons inside.
    <div
      role="presentation"
      ref={list}
      {...handlers}
      onKeyDown={handleKeyDown}
      style={{ height: rowsToCss(height) }}
      className="relative"
    >
      {layouts
        .filter((layout) => isGroupRendered(layout, { from, to, focusedIndex }))
        .map((layout) => (
          <Day
            key={layout.group.from}
            group={layout.group}
            top={layout.top}
            height={layout.height}
            renderDay={renderDay}
          >
            {renderedRows(layout, { from, to, focusedIndex }).map((index) => (
              <Row
                key={ids[layout.firstIndex + index]}
                entry={layout.group.entries[index]!}
                day={layout.group}
                index={index}
                isCurrent={layout.firstIndex + index === focusedIndex}
                renderRow={renderRow}
              />
            ))}
          </Day>
        ))}
    </div>
  )
}

interface KeyActions extends Pick<EntryListProps, 'onSelect' | 'onDelete'> {
  move: (step: number) => void
  focus: (index: number) => void
}

function keyActionsAt(entries: readonly TimeEntry[], index: number, { onSelect, onDelete, move, focus }: KeyActions) {
  const entry = entries[index]!
  const extend = (step: number) => {
    onSelect(entry, true)
    move(step)
    const next = entries[index + step]
    if (next !== undefined) onSelect(next, true)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    'Shift ArrowDown': () => extend(1),
    'Shift ArrowUp': () => extend(-1),
    Home: () => focus(0),
    End: () => focus(entries.length - 1),
    Delete: () => onDelete(entry),
    x: () => onSelect(entry, false),
    'Shift X': () => onSelect(entry, true),
  }
  return keys
}

interface DayProps extends Pick<EntryListProps, 'renderDay'> {
  group: DayGroup
  top: number
  height: number
  children: ReactNode
}

function Day({ group, top, height, renderDay, children }: DayProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      style={{ top: rowsToCss(top), height: rowsToCss(height) }}
      className={clsx('absolute inset-x-0', top > 0 ? 'border-t border-line' : '[&>header]:rounded-t-panel')}
    >
      {renderDay(group, titleId)}
      <ul aria-labelledby={titleId} className="relative">
        {children}
      </ul>
    </section>
  )
}

interface RowProps extends Pick<EntryListProps, 'renderRow'> {
  entry: TimeEntry
  day: DayGroup
  index: number
  isCurrent: boolean
}

const Row = memo(function Row({ entry, day, index, isCurrent, renderRow }: RowProps) {
  return (
    <li
      data-row={entry.id}
      aria-setsize={day.entries.length}
      aria-posinset={index + 1}
      style={{ top: rowsToCss(index) }}
      className={clsx('absolute inset-x-0 h-(--row) has-[form]:z-5', index > 0 && 'border-t border-line')}
    >
      <RowContext value={isCurrent}>{renderRow(entry, day)}</RowContext>
    </li>
  )
})

export const DAY_HEADER_HEIGHT = rowsToCss(DAY_HEADER_ROWS)
