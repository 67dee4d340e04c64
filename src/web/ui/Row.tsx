import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Checkbox } from './Checkbox.tsx'

interface RowProps {
  /** The cells; the row is a flex line. */
  children: ReactNode
  /** What the timer is writing just now. */
  isLive?: boolean
  /** With it the row can be selected: its checkbox shows under the pointer, when focused, and while any is selected. */
  selection?: { name: string; isSelected: boolean; isSelecting: boolean; onChange: (isSelected: boolean) => void }
  /** A menu or a button at the end. */
  action?: ReactNode
}

export function Row({ children, isLive = false, selection, action }: RowProps) {
  const { t } = useTranslation()
  return (
    <li
      className={clsx(
        'group/row flex min-h-12.5 items-center gap-3.5 border-t border-line pr-3 transition-colors first:border-t-0',
        isLive || selection?.isSelected ? 'bg-tint' : 'hover:bg-hover/50',
        selection === undefined ? 'pl-5' : 'pl-3.5',
      )}
    >
      {selection !== undefined && (
        <div
          className={clsx(
            'transition-opacity',
            !selection.isSelecting &&
              'opacity-0 group-hover/row:opacity-100 focus-within:opacity-100 on-touch:opacity-100',
          )}
        >
          <Checkbox
            aria-label={t('ui.select', { name: selection.name })}
            isSelected={selection.isSelected}
            onChange={selection.onChange}
          />
        </div>
      )}
      {children}
      {action}
    </li>
  )
}
