import clsx from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { ShortcutHint } from '#web/ui/keyboard/Kbd.tsx'

const VARIANT = {
  primary: 'bg-accent font-bold text-on-accent hover:bg-accent-hover dark:disabled:opacity-60',
  secondary:
    'border border-line bg-surface text-ink hover:border-line-strong/60 hover:bg-raised active:bg-canvas dark:bg-hover dark:hover:bg-pressed',
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'bg-danger font-bold text-on-signal hover:bg-danger-hover',
  stage: 'bg-go font-bold text-on-go hover:bg-go-hover',
  'stage-quiet': 'text-on-stage inset-ring inset-ring-stage-line hover:bg-stage-2',
}

const SIZE = {
  md: 'h-9 gap-2 rounded-control px-3.25 text-secondary on-touch:h-11',
  lg: 'h-13 gap-2.5 rounded-big px-5 text-body',
}

/** Also for links that look like buttons. */
export const buttonClasses = (variant: keyof typeof VARIANT, size: keyof typeof SIZE = 'md') =>
  clsx(
    'relative inline-flex flex-none cursor-pointer items-center justify-center font-strong whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-50',
    SIZE[size],
    VARIANT[variant],
  )

interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof VARIANT
  size?: keyof typeof SIZE
  icon?: ReactNode
  /** The shortcut of the button, shown where there is room. */
  kbd?: string | undefined
  /** The button's action is running: it keeps its width and focus, and ignores clicks. */
  busy?: boolean
}

export function Button({ variant = 'secondary', size = 'md', icon, kbd, busy = false, ...props }: ButtonProps) {
  const { className, children, onClick, ...button } = props
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))

  return (
    <button
      type="button"
      {...button}
      onClick={handleClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={clsx(buttonClasses(variant, size), className)}
    >
      <span className={clsx('contents', busy && '*:opacity-0')}>
        {icon}
        <span>{children}</span>
        {kbd !== undefined && <ShortcutHint>{kbd}</ShortcutHint>}
      </span>
      {busy && <Spinner size={18} className="absolute" />}
    </button>
  )
}
