import clsx from 'clsx'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import {
  type GroupHeading,
  isGroupRendered,
  layOutGroups,
  renderedRows,
  type RowGroup,
  rowsToCss,
} from './group-layout.ts'
import { RowContext } from './row-context.ts'
import { useRowCursor } from './useRowCursor.ts'
import { useVisibleRange } from './useVisibleRange.ts'

/** Height of a group's heading, in rows. */
const HEADING_ROWS = 0.8

/** The list needs an id of each entry; the rest is for `renderRow`. */
interface VirtualListEntry {
  item: { id: string }
}

export interface VirtualListHandle {
  /** Moves the focus by `step` rows. If the focus is outside of the list, it goes to the current row. */
  move: (step: number) => void
}

interface VirtualListProps<Entry extends VirtualListEntry> {
  label: string
  groups: RowGroup<Entry>[]
  /** Must keep its identity: a new function renders all rows again. */
  renderRow: (entry: Entry) => ReactNode
  onDelete: (item: Entry['item']) => void
  ref: RefObject<VirtualListHandle | null>
}

/** A list of any length: only the rows near the screen are in the document. */
export function VirtualList<Entry extends VirtualListEntry>({
  label,
  groups,
  renderRow,
  onDelete,
  ref,
}: VirtualListProps<Entry>) {
  const list = useRef<HTMLDivElement>(null)
  const { layouts, height } = useMemo(() => layOutGroups(groups, headingRows), [groups])
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  const ids = useMemo(() => entries.map(({ item }) => item.id), [entries])
  const { index: focusedIndex, move, focus, handlers } = useRowCursor(list, ids)
  const { from, to } = useVisibleRange(list, height)
  useImperativeHandle(ref, () => ({ move }))

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Home: () => focus(0),
      End: () => focus(entries.length - 1),
      Delete: () => onDelete(entries[focusedIndex]!.item),
    }
    const action = keys[event.key]
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }

  return (
    // A row is a link: the handler serves the links, the element itself takes no focus.
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
        .map((layout) => {
          const { group, top, height, firstIndex } = layout
          return (
            <GroupSection key={group.heading?.id ?? ''} label={label} heading={group.heading} top={top} height={height}>
              {renderedRows(layout, { from, to, focusedIndex }).map((index) => (
                <VirtualRow
                  key={ids[firstIndex + index]}
                  entry={group.entries[index]!}
                  index={index}
                  count={group.entries.length}
                  isCurrent={firstIndex + index === focusedIndex}
                  renderRow={renderRow}
                />
              ))}
            </GroupSection>
          )
        })}
    </div>
  )
}

const headingRows = (group: RowGroup<unknown>) => (group.heading ? HEADING_ROWS : 0)

interface GroupSectionProps {
  label: string
  heading: GroupHeading | undefined
  top: number
  height: number
  children: ReactNode
}

function GroupSection({ label, heading, top, height, children }: GroupSectionProps) {
  const id = useId()
  return (
    <div style={{ top: rowsToCss(top), height: rowsToCss(height) }} className="absolute inset-x-0">
      {heading !== undefined && (
        <h2
          id={id}
          style={{ height: rowsToCss(HEADING_ROWS) }}
          className={clsx(
            'sticky top-(--list-top) z-2 flex items-center gap-2.5 border-b border-line bg-canvas px-5 text-heading max-sm:px-4',
            top > 0 && 'border-t',
          )}
        >
          <ColorDot color={heading.color} />
          <span className="truncate">{heading.name}</span>
          {heading.note !== undefined && (
            <span className="flex-none text-caption font-normal tracking-normal text-ink-3">{heading.note}</span>
          )}
        </h2>
      )}
      <ul aria-label={heading === undefined ? label : undefined} aria-labelledby={heading && id} className="relative">
        {children}
      </ul>
    </div>
  )
}

interface VirtualRowProps<Entry extends VirtualListEntry> {
  entry: Entry
  index: number
  count: number
  isCurrent: boolean
  renderRow: (entry: Entry) => ReactNode
}

const VirtualRow = memo(function VirtualRow<Entry extends VirtualListEntry>({
  entry,
  index,
  count,
  isCurrent,
  renderRow,
}: VirtualRowProps<Entry>) {
  return (
    <li
      data-row={entry.item.id}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ top: rowsToCss(index) }}
      className={clsx('absolute inset-x-0 h-(--row)', index > 0 && 'border-t border-line')}
    >
      <RowContext value={isCurrent}>{renderRow(entry)}</RowContext>
    </li>
  )
}) as <Entry extends VirtualListEntry>(props: VirtualRowProps<Entry>) => ReactNode
