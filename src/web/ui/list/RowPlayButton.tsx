import clsx from 'clsx'
import { Pause, Play, Square } from 'lucide-react'
import { useRowTabIndex } from './row-context.ts'

const ICONS = { play: Play, pause: Pause, stop: Square }

interface RowPlayButtonProps {
  /** Names the row, for screen readers. */
  label: string
  action: keyof typeof ICONS
  /** True if the timer counts time for this row. */
  isActive: boolean
  onClick: () => void
}

/** Starts the timer on the work of a row, or pauses or stops it there. */
export function RowPlayButton({ label, action, isActive, onClick }: RowPlayButtonProps) {
  const Icon = ICONS[action]
  return (
    <button
      type="button"
      tabIndex={useRowTabIndex()}
      aria-label={label}
      title={label}
      onClick={onClick}
      className={clsx(
        'grid size-7.5 flex-none cursor-pointer place-items-center rounded-small transition-colors hover:bg-hover hover:text-ink on-touch:size-11',
        isActive ? 'text-accent-ink' : 'text-ink-3',
      )}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
