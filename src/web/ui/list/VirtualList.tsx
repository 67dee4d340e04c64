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
import { isGroupRendered, layOutGroups, renderedRows, type RowGroup, rowsToCss } from './group-layout.ts'
import { RowContext } from './row-context.ts'
import { useRowCursor } from './useRowCursor.ts'
import { useVisibleRange } from './useVisibleRange.ts'

/** `onNearEnd` is called when fewer rows remain below the screen. */
const LOAD_AHEAD_ROWS = 60

export interface VirtualListHandle {
  /** Moves the focus by `step` rows. If the focus is outside of the list, it goes to the current row. */
  move: (step: number) => void
}

/** The focused row, for the keys that act on it. */
export interface RowKeys<Entry> extends VirtualListHandle {
  entry: Entry
  index: number
  entries: readonly Entry[]
}

interface VirtualListProps<Entry, Id, Group extends RowGroup<Entry>> {
  /** Needed where groups have no heading. */
  label?: string
  groups: readonly Group[]
  getGroupId: (group: Group) => Id
  /** Must keep its identity, as `headingRows` must. */
  getId: (entry: Entry) => string
  /** Height of the heading, in rows. 0: no heading. */
  headingRows: (group: Group) => number
  renderHeading: (group: Group, titleId: string) => ReactNode
  /** Gets the id of its group. A function with a new identity renders all rows again. */
  renderRow: (entry: Entry, groupId: Id) => ReactNode
  /** Actions of keys pressed on the focused row, besides those that move the focus. `Shift ` comes first, as in `Shift X`. */
  keyActions: (row: RowKeys<Entry>) => Record<string, () => void>
  onNearEnd?: () => void
  ref: RefObject<VirtualListHandle | null>
}

/** A list of any length: only the groups and rows near the screen are in the document. */
export function VirtualList<Entry, Id extends string | number, Group extends RowGroup<Entry>>({
  ref,
  ...props
}: VirtualListProps<Entry, Id, Group>) {
  const { getGroupId, renderHeading } = props
  const list = useRef<HTMLDivElement>(null)
  const { layouts, height, entries, ids } = useRows(props)
  const { index: focusedIndex, move, focus, handlers } = useRowCursor(list, ids)
  const { from, to } = useVisibleRange(list, height)
  useImperativeHandle(ref, () => ({ move }))
  const range = { from, to, focusedIndex }
  useLoadAhead(to > height - LOAD_AHEAD_ROWS, props.onNearEnd)

  const handleKeyDown = (event: KeyboardEvent) => {
    const entry = entries[focusedIndex]
    if (entry === undefined) return
    runKeyAction(event, {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Home: () => focus(0),
      End: () => focus(entries.length - 1),
      ...props.keyActions({ entry, index: focusedIndex, entries, move }),
    })
  }

  return (
    // Key events bubble up from the rows; the element itself takes no focus.
    <div
      role="presentation"
      ref={list}
      {...handlers}
      onKeyDown={handleKeyDown}
      style={{ height: rowsToCss(height) }}
      className="relative"
    >
      {layouts
        .filter((layout) => isGroupRendered(layout, range))
        .map((layout) => (
          <GroupSection
            key={getGroupId(layout.group)}
            label={props.label}
            layout={layout}
            renderHeading={layout.start > layout.top ? (titleId) => renderHeading(layout.group, titleId) : undefined}
          >
            {renderedRows(layout, range).map((index) => (
              <VirtualRow
                key={ids[layout.firstIndex + index]}
                id={ids[layout.firstIndex + index]!}
                entry={layout.group.entries[index]!}
                groupId={getGroupId(layout.group)}
                index={index}
                count={layout.group.entries.length}
                isCurrent={layout.firstIndex + index === focusedIndex}
                renderRow={props.renderRow}
              />
            ))}
          </GroupSection>
        ))}
    </div>
  )
}

function useRows<Entry, Id, Group extends RowGroup<Entry>>({
  groups,
  getId,
  headingRows,
}: Pick<VirtualListProps<Entry, Id, Group>, 'groups' | 'getId' | 'headingRows'>) {
  return useMemo(() => {
    const entries = groups.flatMap((group) => group.entries)
    return { ...layOutGroups(groups, headingRows), entries, ids: entries.map(getId) }
  }, [groups, getId, headingRows])
}

function useLoadAhead(isNearEnd: boolean, onNearEnd: (() => void) | undefined) {
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd])
}

/** Other controls of a row handle their keys themselves. */
function runKeyAction(event: KeyboardEvent, actions: Record<string, () => void>) {
  const action = actions[event.shiftKey ? `Shift ${event.key}` : event.key]
  const isOnCursor = event.target instanceof HTMLElement && 'cursor' in event.target.dataset
  if (!isOnCursor || action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  action()
}

interface GroupSectionProps {
  label: string | undefined
  layout: { top: number; height: number }
  renderHeading: ((titleId: string) => ReactNode) | undefined
  children: ReactNode
}

function GroupSection({ label, layout: { top, height }, renderHeading, children }: GroupSectionProps) {
  const titleId = useId()
  const labelProps = renderHeading === undefined ? { 'aria-label': label } : { 'aria-labelledby': titleId }
  return (
    <section
      aria-labelledby={renderHeading && titleId}
      style={{ top: rowsToCss(top), height: rowsToCss(height) }}
      className={clsx('absolute inset-x-0', top > 0 ? 'border-t border-line' : '[&>header]:rounded-t-panel')}
    >
      {renderHeading?.(titleId)}
      <ul {...labelProps} className="relative">
        {children}
      </ul>
    </section>
  )
}

interface VirtualRowProps<Entry, Id> {
  id: string
  entry: Entry
  groupId: Id
  index: number
  count: number
  isCurrent: boolean
  renderRow: (entry: Entry, groupId: Id) => ReactNode
}

const VirtualRow = memo(function VirtualRow<Entry, Id>(row: VirtualRowProps<Entry, Id>) {
  return (
    <li
      data-row={row.id}
      aria-setsize={row.count}
      aria-posinset={row.index + 1}
      style={{ top: rowsToCss(row.index) }}
      className={clsx('absolute inset-x-0 h-(--row) has-[form]:z-5', row.index > 0 && 'border-t border-line')}
    >
      <RowContext value={row.isCurrent}>{row.renderRow(row.entry, row.groupId)}</RowContext>
    </li>
  )
}) as <Entry, Id>(props: VirtualRowProps<Entry, Id>) => ReactNode
