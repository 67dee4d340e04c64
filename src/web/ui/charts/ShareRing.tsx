import type { ReactNode } from 'react'
import { toMarkColor } from '#core/color.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import { tickLine } from './ring-ticks.ts'

const SIZE = 186

interface ShareRingProps {
  /** Integer percentages that add up to 100. Without a colour the ticks are thin. */
  shares: readonly { id: string; color: string | undefined; percent: number }[]
  /** Text alternative. */
  label: string
  /** Shown in the middle. */
  children?: ReactNode
}

/** Shares of a total as a ring of a hundred ticks. */
export function ShareRing({ shares, label, children }: ShareRingProps) {
  const { theme } = useTheme()
  const ticks = toStyles(shares.map(({ color }) => color && toMarkColor(color, theme))).flatMap((tick, index) =>
    Array.from({ length: shares[index]?.percent ?? 0 }, () => tick),
  )

  return (
    <div className="relative size-46.5">
      <svg role="img" aria-label={label} width={SIZE} height={SIZE} strokeWidth={3.4} strokeLinecap="round">
        {Array.from({ length: 100 }, (_, index) => (
          <line
            key={index}
            {...tickLine(SIZE / 2, (index + 0.5) / 100, 64, 88)}
            {...(ticks[index] ?? { stroke: 'var(--line)' })}
          />
        ))}
      </svg>
      <div className="absolute inset-0 grid place-content-center text-center">{children}</div>
    </div>
  )
}

interface Tick {
  stroke: string
  strokeWidth?: number
}

const MERGED_TICK: Tick = { stroke: 'var(--line-strong)', strokeWidth: 1.2 }

/** The ticks of each share. Neighbours of one colour differ in thickness. */
function toStyles(colors: readonly (string | undefined)[]) {
  const ticks: Tick[] = []
  for (const stroke of colors) {
    const before = ticks.at(-1)
    const isThin = before?.stroke === stroke && before?.strokeWidth === undefined
    ticks.push(stroke === undefined ? MERGED_TICK : { stroke, ...(isThin && { strokeWidth: 1.8 }) })
  }
  return ticks
}
