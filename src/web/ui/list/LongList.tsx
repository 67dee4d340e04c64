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
import { useWindow } from './useWindow.ts'

/** Heights are counted in rows, of which `--row` says how high one is. */
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
  const { stacks, height } = useMemo(() => stack(groups), [groups])
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
      style={{ height: rows(height) }}
      className="relative"
    >
      {stacks
        .filter(({ group, top, first }) => {
          const isNear = top < to && top + size(group) > from
          return isNear || (place >= first && place < first + group.entries.length)
        })
        .map(({ group, top, first }) => {
          const start = top + (group.heading ? HEADING : 0)
          return (
            <Stack key={group.heading?.id ?? ''} label={label} heading={group.heading} top={top} height={size(group)}>
              {drawn(group.entries.length, { from: from - start, to: to - start, always: place - first }).map(
                (index) => (
                  <Row
                    key={ids[first + index]}
                    entry={group.entries[index]!}
                    index={index}
                    count={group.entries.length}
                    isCurrent={first + index === place}
                    renderRow={renderRow}
                  />
                ),
              )}
            </Stack>
          )
        })}
    </div>
  )
}

const rows = (count: number) => `calc(var(--row) * ${count})`
const size = (group: Group<ListItem>) => group.entries.length + (group.heading ? HEADING : 0)

function stack<Item extends ListItem>(groups: Group<Item>[]) {
  let height = 0
  let first = 0
  const stacks = groups.map((group) => {
    const place = { group, top: height, first }
    height += size(group)
    first += group.entries.length
    return place
  })
  return { stacks, height }
}

/** Which rows of a stack exist: those in the window, and the present one, for it holds the focus. */
function drawn(count: number, { from, to, always }: { from: number; to: number; always: number }) {
  const first = Math.max(0, Math.floor(from))
  const near = Array.from({ length: Math.max(0, Math.min(count, to) - first) }, (_, index) => first + index)
  const isMissing = always >= 0 && always < count && !near.includes(always)
  return isMissing ? [...near, always].toSorted((a, b) => a - b) : near
}

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
    <div style={{ top: rows(top), height: rows(height) }} className="absolute inset-x-0">
      {heading !== undefined && (
        <h2
          id={id}
          style={{ height: rows(HEADING) }}
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
      style={{ top: rows(index) }}
      className={clsx('absolute inset-x-0 h-(--row)', index > 0 && 'border-t border-line')}
    >
      <RowContext value={isCurrent}>{renderRow(entry)}</RowContext>
    </li>
  )
}) as <Item extends ListItem>(props: RowProps<Item>) => ReactNode
