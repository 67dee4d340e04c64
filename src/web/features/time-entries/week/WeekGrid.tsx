import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useCursor } from '#web/ui/list/useCursor.ts'
import type { Grip, Span } from './drag.ts'
import { Needle } from './Needle.tsx'
import { drawnIn, type ShownDay } from './pieces.ts'
import { HourRuler, RULED, RULER_WIDTH } from './HourRuler.tsx'
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
  const { t } = useTranslation()
  const area = useRef<HTMLDivElement>(null)
  const blocks = useMemo(
    () =>
      drawnIn(days, items)
        .filter(isBlock)
        .map(({ id }) => id),
    [days, items],
  )
  const cursor = useCursor(area, blocks)
  const scales = useMemo(() => days.map(({ scale }) => scale), [days])
  const spanOf = (id: string) => items.find((item) => item.id === id && isBlock(item))
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
      <div style={SENTENCE_PLACE} className="sticky z-2 grid place-items-center">
        {children}
      </div>
      <div className="relative flex" style={{ height: HEIGHT }}>
        <HourRuler />
        <div
          ref={area}
          role="group"
          aria-label={t('entries.week.week')}
          // For the focus of the last one that is deleted.
          tabIndex={-1}
          {...cursor.handlers}
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

/** Over the days, and high enough for a phone, which does not show the grid whole. */
const SENTENCE_PLACE = { height: 0, top: '35%', paddingLeft: RULER_WIDTH }

const isBlock = ({ isLive }: WeekItem) => !isLive

/** Only at first: then it stays where one has scrolled, from week to week. */
function useMorningInView() {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight * MORNING
  }, [])
  return scroller
}
