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
import type { ListHandle } from '#web/ui/list/LongList.tsx'
import { RowContext } from '#web/ui/list/row-context.ts'
import { drawnRows, inRows, isDrawn, stackUp } from '#web/ui/list/stacks.ts'
import { useCursor } from '#web/ui/list/useCursor.ts'
import { useWindow } from '#web/ui/list/useWindow.ts'
import type { DayGroup } from './day-groups.ts'

const HEADING = 0.88
const headingOf = () => HEADING
/** More is asked for when this many rows are left below the screen. */
const AHEAD = 60

interface EntryListProps {
  groups: DayGroup[]
  renderDay: (group: DayGroup, titleId: string) => ReactNode
  renderRow: (entry: TimeEntry, day: DayGroup) => ReactNode
  /** What the keys do with the row that has the focus. */
  onSelect: (entry: TimeEntry, isRange: boolean) => void
  onDelete: (entry: TimeEntry) => void
  onNearEnd: () => void
  ref: RefObject<ListHandle | null>
}

/** Days of rows, of which those near the screen exist. */
export function EntryList({ groups, renderDay, renderRow, onNearEnd, ref, ...props }: EntryListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { stacks, height } = useMemo(() => stackUp(groups, headingOf), [groups])
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  const ids = useMemo(() => entries.map(({ id }) => id), [entries])
  const { place, move, focus, handlers } = useCursor(list, ids)
  const { from, to } = useWindow(list, height)
  useImperativeHandle(ref, () => ({ move }))
  const isNearEnd = to > height - AHEAD
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['cursor'] === undefined) return
    const action = keysAt(entries, place, { ...props, move, focus })[event.shiftKey ? `Shift ${event.key}` : event.key]
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }

  return (
    // The keys are those of the buttons in it.
    <div
      role="presentation"
      ref={list}
      {...handlers}
      onKeyDown={handleKeyDown}
      style={{ height: inRows(height) }}
      className="relative"
    >
      {stacks
        .filter((stack) => isDrawn(stack, { from, to, place }))
        .map((stack) => (
          <Day key={stack.group.from} group={stack.group} top={stack.top} height={stack.height} renderDay={renderDay}>
            {drawnRows(stack, { from, to, place }).map((index) => (
              <Row
                key={ids[stack.first + index]}
                entry={stack.group.entries[index]!}
                day={stack.group}
                index={index}
                isCurrent={stack.first + index === place}
                renderRow={renderRow}
              />
            ))}
          </Day>
        ))}
    </div>
  )
}

interface Moves extends Pick<EntryListProps, 'onSelect' | 'onDelete'> {
  move: (step: number) => void
  focus: (place: number) => void
}

function keysAt(entries: readonly TimeEntry[], place: number, { onSelect, onDelete, move, focus }: Moves) {
  const entry = entries[place]!
  const extend = (step: number) => {
    onSelect(entry, true)
    move(step)
    const next = entries[place + step]
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
      style={{ top: inRows(top), height: inRows(height) }}
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
      style={{ top: inRows(index) }}
      className={clsx('absolute inset-x-0 h-(--row) has-[form]:z-5', index > 0 && 'border-t border-line')}
    >
      <RowContext value={isCurrent}>{renderRow(entry, day)}</RowContext>
    </li>
  )
})

/** The height of the header of a day. */
export const DAY_HEIGHT = inRows(HEADING)
