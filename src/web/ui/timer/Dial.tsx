import { memo, type ReactNode } from 'react'
import { labelledMinutes, pointOnRing, secondsPerTick, tickLine } from '#web/ui/charts/ring-ticks.ts'

/** Width of the drawing. It scales to any size while strokes and labels keep theirs. */
const WIDTH = 344
const CENTER = WIDTH / 2
const VIEW = `0 0 ${WIDTH} ${WIDTH}`
/** Highlighted seconds behind the hand of an infinite timer. */
const TAIL_SECONDS = 15

interface DialProps {
  state: 'work' | 'break' | 'paused' | 'idle' | 'infinite'
  /** Length of the phase. An infinite timer turns once a minute. */
  totalSeconds: number
  elapsedSeconds: number
  /** Text alternative. */
  label: string
  /** Mode, clock and end time, in the middle. */
  children?: ReactNode
}

/** A ring of ticks: long ones for the remaining time, short ones for the elapsed time. */
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

/** Memoised, because the clock changes every second and the ring only with each tick. */
const Ring = memo(function Ring({ totalSeconds, passed }: { totalSeconds: number; passed: number }) {
  const count = Math.round(totalSeconds / secondsPerTick(totalSeconds))
  const labels = labelledMinutes(totalSeconds)
  const major = new Set(labels.map((minute) => Math.round(count * (1 - (minute * 60) / totalSeconds)) % count))
  return Array.from({ length: count }, (_, index) => {
    const isRemaining = index >= passed
    const inner = (isRemaining ? 150 : 158) - (major.has(index) ? 6 : 0)
    return (
      <line
        key={index}
        {...tickLine(CENTER, index / count, inner, 167)}
        data-remaining={isRemaining || undefined}
        data-major={major.has(index) || undefined}
      />
    )
  })
})

/** For an infinite timer: a group of ticks with a fading tail runs round once a minute. */
function Sweep({ second }: { second: number }) {
  return Array.from({ length: 60 }, (_, index) => {
    const age = (second - index + 60) % 60
    const isTail = age < TAIL_SECONDS
    return (
      <line
        key={index}
        {...tickLine(CENTER, index / 60, isTail ? 150 : 158, 167)}
        data-remaining={isTail || undefined}
        opacity={isTail ? 1 - (0.8 * age) / TAIL_SECONDS : undefined}
      />
    )
  })
}

const MinuteLabels = memo(function MinuteLabels({ totalSeconds }: { totalSeconds: number }) {
  return labelledMinutes(totalSeconds).map((minute) => {
    const [x, y] = pointOnRing(1 - (minute * 60) / totalSeconds)
    const [left, top] = [x, y].map((offset) => `${50 + (100 * offset * 129) / WIDTH}%`)
    return (
      <span key={minute} aria-hidden="true" style={{ left, top }}>
        {minute}
      </span>
    )
  })
})

function Hand({ turn }: { turn: number }) {
  return <line {...tickLine(CENTER, 0, 139, 171)} data-hand="" style={{ rotate: `${turn}turn` }} />
}
