import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { Grip, Span } from './drag.ts'
import { Needle } from './Needle.tsx'
import type { ShownDay } from './pieces.ts'
import { HourRuler, RULED } from './HourRuler.tsx'
import { useDrag } from './useDrag.ts'
import type { WeekItem } from './week-item.ts'
import { Ghost } from './WeekGhost.tsx'
import { WeekDay, type WeekDayProps } from './WeekDay.tsx'

/** Where the day is looked at first, as a share of it: shortly before work begins. */
const MORNING = 7.5 / 24
const HEIGHT = '78rem'

interface WeekGridProps extends Pick<WeekDayProps, 'onOpen' | 'onDelete'> {
  days: readonly ShownDay[]
  items: readonly WeekItem[]
  zone: string
  /** Above the days; stays in view. */
  heading: ReactNode
  /** The names of the days, by their dates. */
  titleId: (date: string) => string
  onDrop: (grip: Grip, span: Span) => void
  /** What was drawn and waits for its project. */
  draft: Span | undefined
  draftRef: RefObject<HTMLDivElement | null>
  /** What to say of a week without anything. */
  children: ReactNode
}

/** Days side by side with what was worked at its own times, to draw on, move about and pull longer. */
export function WeekGrid({ days, items, zone, heading, titleId, draft, draftRef, ...props }: WeekGridProps) {
  const { onDrop, children, ...actions } = props
  const area = useRef<HTMLDivElement>(null)
  const scales = useMemo(() => days.map(({ scale }) => scale), [days])
  const spanOf = (id: string) => items.find((item) => item.id === id && !item.isLive)
  const { drag, handlers } = useDrag(area, { scales, zone, spanOf, onDrop })
  const scroller = useMorningInView()
  const dragged = drag && items.find(({ id }) => drag.grip.part !== 'space' && id === drag.grip.id)
  const ghost = drag?.span ?? draft

  return (
    <div
      ref={scroller}
      data-scroller=""
      style={{ maxHeight: 'calc(100dvh - 15rem)', minHeight: '26rem' }}
      className="relative overflow-y-auto rounded-panel border border-line bg-surface"
    >
      {heading}
      <div style={{ height: 0 }} className="sticky top-1/2 z-2 grid place-items-center">
        {children}
      </div>
      <div className="relative flex" style={{ height: HEIGHT }}>
        <HourRuler />
        <div
          ref={area}
          {...handlers}
          style={{ backgroundImage: RULED, backgroundSize: `100% calc(100% / 24)` }}
          className="relative flex min-w-0 flex-1 select-none"
        >
          {days.map((day) => (
            <WeekDay
              key={day.date}
              day={day}
              items={items}
              titleId={titleId(day.date)}
              faded={dragged?.id}
              {...actions}
            >
              {ghost && <Ghost span={ghost} day={day} item={dragged} ref={draft && draftRef} />}
              <Needle day={day} />
            </WeekDay>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Only at first: then it stays where one has scrolled, from week to week. */
function useMorningInView() {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight * MORNING
  }, [])
  return scroller
}
