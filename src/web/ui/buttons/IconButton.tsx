import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx'

const VARIANT = {
  ghost: 'text-ink-3 hover:bg-hover hover:text-ink active:bg-pressed aria-expanded:bg-hover',
  secondary: 'border border-line bg-surface text-ink-2 hover:border-line-strong/60 hover:text-ink',
  stage: 'bg-go text-on-go hover:bg-go-hover',
  'stage-quiet': 'text-on-stage-2 hover:bg-stage-2 hover:text-on-stage',
}

const SIZE = {
  sm: 'size-7.5 rounded-small on-touch:size-11',
  md: 'size-9 rounded-control on-touch:size-11',
  lg: 'size-10.5 rounded-control on-touch:size-11',
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  icon: ReactNode
  variant?: keyof typeof VARIANT
  size?: keyof typeof SIZE
}

export function IconButton({ label, icon, variant = 'ghost', size = 'md', className, ...button }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...button}
        aria-label={label}
        className={clsx(
          'grid flex-none cursor-pointer place-items-center transition-colors disabled:cursor-not-allowed disabled:opacity-50',
          SIZE[size],
          VARIANT[variant],
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
