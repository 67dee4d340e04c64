import { DateInput, DateSegment } from 'react-aria-components'

/** Day, month, year or hours and minutes, each to be typed or stepped. */
export function DateSegments({ slot, className }: { slot?: 'start' | 'end'; className?: string }) {
  return (
    <DateInput {...(slot && { slot })} className={`flex items-center tabular-nums ${className ?? ''}`}>
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded-[4px] px-0.5 outline-none data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-ink-3 data-focused:data-placeholder:text-on-accent data-[type=literal]:px-0 data-[type=literal]:text-ink-3"
        />
      )}
    </DateInput>
  )
}
