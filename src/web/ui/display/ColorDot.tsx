import clsx from 'clsx'
import { toMarkColor } from '#core/color.ts'
import { useTheme } from '#web/ui/theme/theme.ts'

/** The colour of a project, client or tag, or an outline without one. A name is always shown beside it. */
export function ColorDot({ color, className }: { color: string | undefined; className?: string }) {
  const { theme } = useTheme()
  return (
    <span
      aria-hidden="true"
      style={color === undefined ? undefined : { backgroundColor: toMarkColor(color, theme) }}
      className={clsx(
        'inline-block size-2.5 flex-none rounded-[3px]',
        color === undefined && 'inset-ring inset-ring-line-strong',
        className,
      )}
    />
  )
}
