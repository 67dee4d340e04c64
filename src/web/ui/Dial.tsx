import { memo, type ReactNode } from 'react'
import { engravedMinutes, onRing, secondsPerTick, tickLine } from './ticks.ts'
import { useWidth } from './useWidth.ts'

/** Radii on a dial of this width; others are drawn in proportion, their figures in full size. */
const DESIGN_WIDTH = 344
/** Seconds behind the hand of an infinite dial that are still lit. */
const TAIL = 15

interface DialProps {
  state: 'work' | 'break' | 'paused' | 'idle' | 'infinite'
  /** Length of the phase; an infinite one turns once a minute. */
  totalSeconds: number
  elapsedSeconds: number
  /** What the dial shows, in words. */
  label: string
  /** Mode, clock and end time, printed in the middle. */
  children?: ReactNode
}

/** The present: ticks that stand are still to come, ticks that have passed recede. */
export function Dial({ state, totalSeconds, elapsedSeconds, label, children }: DialProps) {
  const [ref, width] = useWidth()
  const isSweep = state === 'infinite'
  const total = isSweep ? 60 : totalSeconds
  const elapsed = isSweep ? elapsedSeconds : Math.min(elapsedSeconds, total)
  const tick = secondsPerTick(total)
  const passed = Math.ceil((elapsed % (total + 1)) / tick)

  return (
    <div ref={ref} data-dial={state} className="relative aspect-square w-full">
      {width > 0 && (
        <svg role="img" aria-label={label} width={width} height={width} overflow="visible">
          {isSweep ? (
            <Sweep width={width} second={elapsed % 60} />
          ) : (
            <Ring width={width} totalSeconds={total} passed={passed} />
          )}
          {state !== 'idle' && <Needle width={width} turn={(Math.ceil(elapsed / tick) * tick) / total} />}
        </svg>
      )}
      <div className="absolute inset-0 grid place-content-center justify-items-center text-center">{children}</div>
    </div>
  )
}

/** Memoised: the clock changes every second, the ring once in fifteen. */
const Ring = memo(function Ring({ width, totalSeconds, passed }: RingProps) {
  const scale = width / DESIGN_WIDTH
  const count = Math.round(totalSeconds / secondsPerTick(totalSeconds))
  const engraved = engravedMinutes(totalSeconds)
  const major = new Set(engraved.map((minute) => Math.round(count * (1 - (minute * 60) / totalSeconds)) % count))
  const ticks = Array.from({ length: count }, (_, index) => {
    const isStanding = index >= passed
    const inner = (isStanding ? 150 : 158) - (major.has(index) ? 6 : 0)
    return (
      <line
        key={index}
        {...tickLine(width / 2, index / count, inner * scale, 167 * scale)}
        data-standing={isStanding || undefined}
        data-major={major.has(index) || undefined}
      />
    )
  })
  return [...ticks, <Engraving key="minutes" width={width} minutes={engraved} total={totalSeconds / 60} />]
})

interface RingProps {
  width: number
  totalSeconds: number
  passed: number
}

/** Without an end there is nothing to count down: a comet of ticks runs round once a minute. */
function Sweep({ width, second }: { width: number; second: number }) {
  const scale = width / DESIGN_WIDTH
  return Array.from({ length: 60 }, (_, index) => {
    const age = (second - index + 60) % 60
    const isTail = age < TAIL
    return (
      <line
        key={index}
        {...tickLine(width / 2, index / 60, (isTail ? 150 : 158) * scale, 167 * scale)}
        data-standing={isTail || undefined}
        opacity={isTail ? 1 - (0.8 * age) / TAIL : undefined}
      />
    )
  })
}

function Engraving({ width, minutes, total }: { width: number; minutes: number[]; total: number }) {
  const radius = 129 * (width / DESIGN_WIDTH)
  return minutes.map((minute) => {
    const [x, y] = onRing(1 - minute / total)
    return (
      <text key={minute} x={width / 2 + x * radius} y={width / 2 + y * radius + 4.5}>
        {minute}
      </text>
    )
  })
}

function Needle({ width, turn }: { width: number; turn: number }) {
  const line = tickLine(width / 2, 0, 139 * (width / DESIGN_WIDTH), 171 * (width / DESIGN_WIDTH))
  return <line {...line} data-needle="" style={{ rotate: `${turn}turn` }} />
}
