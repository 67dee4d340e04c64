import clsx from 'clsx'
import { toMarkColor } from '#core/color.ts'
import { useTheme } from '#web/ui/theme/theme.ts'

/** The colour of a project, client or tag. Its name is always shown beside it. */
export function ColorDot({ color, className }: { color: string; className?: string }) {
  const { theme } = useTheme()
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: toMarkColor(color, theme) }}
      className={clsx('inline-block size-2.5 flex-none rounded-[3px]', className)}
    />
  )
}
