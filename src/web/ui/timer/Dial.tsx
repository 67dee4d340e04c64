import { memo, type ReactNode } from 'react'
import { labelledMinutes, pointOnRing, secondsPerTick, tickLine } from '#web/ui/charts/ring-ticks.ts'

/** It is drawn in this width and shown in any: strokes and figures stay as they are. */
const WIDTH = 344
const CENTER = WIDTH / 2
const VIEW = `0 0 ${WIDTH} ${WIDTH}`
/** Seconds behind the hand of an infinite dial that are still lit. */
const TAIL_SECONDS = 15

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
  const isSweep = state === 'infinite'
  const total = isSweep ? 60 : totalSeconds
  const elapsed = isSweep ? elapsedSeconds : Math.min(elapsedSeconds, total)
  const tick = secondsPerTick(total)
  const passed = Math.ceil((elapsed % (total + 1)) / tick)

  return (
    <div data-dial={state} className="relative aspect-square w-full">
      <svg role="img" aria-label={label} viewBox={VIEW} className="absolute inset-0 size-full overflow-visible">
        {isSweep ? <Sweep second={elapsed % 60} /> : <Ring totalSeconds={total} passed={passed} />}
        {state !== 'idle' && <Hand turn={(Math.ceil(elapsed / tick) * tick) / total} />}
      </svg>
      {!isSweep && <MinuteLabels totalSeconds={total} />}
      <div className="absolute inset-0 grid place-content-center justify-items-center text-center">{children}</div>
    </div>
  )
}

/** Memoised: the clock changes every second, the ring once in fifteen. */
const Ring = memo(function Ring({ totalSeconds, passed }: { totalSeconds: number; passed: number }) {
  const count = Math.round(totalSeconds / secondsPerTick(totalSeconds))
  const engraved = labelledMinutes(totalSeconds)
  const major = new Set(engraved.map((minute) => Math.round(count * (1 - (minute * 60) / totalSeconds)) % count))
  return Array.from({ length: count }, (_, index) => {
    const isStanding = index >= passed
    const inner = (isStanding ? 150 : 158) - (major.has(index) ? 6 : 0)
    return (
      <line
        key={index}
        {...tickLine(CENTER, index / count, inner, 167)}
        data-standing={isStanding || undefined}
        data-major={major.has(index) || undefined}
      />
    )
  })
})

/** Without an end there is nothing to count down: a comet of ticks runs round once a minute. */
function Sweep({ second }: { second: number }) {
  return Array.from({ length: 60 }, (_, index) => {
    const age = (second - index + 60) % 60
    const isTail = age < TAIL_SECONDS
    return (
      <line
        key={index}
        {...tickLine(CENTER, index / 60, isTail ? 150 : 158, 167)}
        data-standing={isTail || undefined}
        opacity={isTail ? 1 - (0.8 * age) / TAIL_SECONDS : undefined}
      />
    )
  })
}

const MinuteLabels = memo(function Engraving({ totalSeconds }: { totalSeconds: number }) {
  return labelledMinutes(totalSeconds).map((minute) => {
    const [x, y] = pointOnRing(1 - (minute * 60) / totalSeconds)
    const [left, top] = [x, y].map((way) => `${50 + (100 * way * 129) / WIDTH}%`)
    return (
      <span key={minute} aria-hidden="true" style={{ left, top }}>
        {minute}
      </span>
    )
  })
})

function Hand({ turn }: { turn: number }) {
  return <line {...tickLine(CENTER, 0, 139, 171)} data-needle="" style={{ rotate: `${turn}turn` }} />
}
