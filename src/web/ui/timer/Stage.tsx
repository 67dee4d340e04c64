import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { themeStyle, useTheme } from '#web/ui/theme/theme.ts'

export type StageState = 'work' | 'break' | 'paused' | 'idle'

interface StageProps extends ComponentProps<'section'> {
  state: StageState
  /** Replaces the app's colour, to preview a project. */
  color?: string | undefined
}

/** The timer's panel. Its colours show the timer's state from a distance. */
export function Stage({ state, color, className, style, ...section }: StageProps) {
  const { theme } = useTheme()
  return (
    <section
      data-stage={state}
      style={{ ...(color !== undefined && themeStyle(color, theme)), ...style }}
      className={clsx(
        'overflow-hidden rounded-stage bg-stage text-on-stage',
        state === 'idle' && 'inset-ring inset-ring-line',
        className,
      )}
      {...section}
    />
  )
}
