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
import { ColorDot } from '../ColorDot.tsx'
import type { Entry, Group, Heading, ListItem } from './arrange.ts'
import { RowContext } from './row-context.ts'
import { useCursor } from './useCursor.ts'
import { drawnRows, inRows, isDrawn, stackUp } from './stacks.ts'
import { useWindow } from './useWindow.ts'

const HEADING = 0.8

export interface ListHandle {
  /** Puts the focus on the present row, or moves it on. */
  move: (step: number) => void
}

interface LongListProps<Item extends ListItem> {
  label: string
  groups: Group<Item>[]
  /** Has to stay the same function: with another one all rows are drawn again. */
  renderRow: (entry: Entry<Item>) => ReactNode
  onDelete: (item: Item) => void
  ref: RefObject<ListHandle | null>
}

/** Thousands of rows of which those near the screen exist. */
export function LongList<Item extends ListItem>({ label, groups, renderRow, onDelete, ref }: LongListProps<Item>) {
  const list = useRef<HTMLDivElement>(null)
  const { stacks, height } = useMemo(() => stackUp(groups, headingOf), [groups])
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  const ids = useMemo(() => entries.map(({ item }) => item.id), [entries])
  const { place, move, focus, handlers } = useCursor(list, ids)
  const { from, to } = useWindow(list, height)
  useImperativeHandle(ref, () => ({ move }))

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Home: () => focus(0),
      End: () => focus(entries.length - 1),
      Delete: () => onDelete(entries[place]!.item),
    }
    const action = keys[event.key]
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }

  return (
    // The keys are those of the links in it.
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
        .map((stack) => {
          const { group, top, height, first } = stack
          return (
            <Stack key={group.heading?.id ?? ''} label={label} heading={group.heading} top={top} height={height}>
              {drawnRows(stack, { from, to, place }).map((index) => (
                <Row
                  key={ids[first + index]}
                  entry={group.entries[index]!}
                  index={index}
                  count={group.entries.length}
                  isCurrent={first + index === place}
                  renderRow={renderRow}
                />
              ))}
            </Stack>
          )
        })}
    </div>
  )
}

const headingOf = (group: Group<ListItem>) => (group.heading ? HEADING : 0)

interface StackProps {
  label: string
  heading: Heading | undefined
  top: number
  height: number
  children: ReactNode
}

function Stack({ label, heading, top, height, children }: StackProps) {
  const id = useId()
  return (
    <div style={{ top: inRows(top), height: inRows(height) }} className="absolute inset-x-0">
      {heading !== undefined && (
        <h2
          id={id}
          style={{ height: inRows(HEADING) }}
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

interface RowProps<Item extends ListItem> {
  entry: Entry<Item>
  index: number
  count: number
  isCurrent: boolean
  renderRow: (entry: Entry<Item>) => ReactNode
}

const Row = memo(function Row<Item extends ListItem>({ entry, index, count, isCurrent, renderRow }: RowProps<Item>) {
  return (
    <li
      data-row={entry.item.id}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ top: inRows(index) }}
      className={clsx('absolute inset-x-0 h-(--row)', index > 0 && 'border-t border-line')}
    >
      <RowContext value={isCurrent}>{renderRow(entry)}</RowContext>
    </li>
  )
}) as <Item extends ListItem>(props: RowProps<Item>) => ReactNode
