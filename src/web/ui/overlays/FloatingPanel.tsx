import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import * as classes from '#web/ui/theme/classes.ts'
import type { PanelState } from './useLazyPanel.ts'

interface FloatingPanelProps {
  panel: PanelState
  label: string
  placement?: 'bottom start' | 'bottom end'
  className?: string
  children: ReactNode
}

/** A small panel beside the button that opens it. */
export function FloatingPanel({ panel, label, placement = 'bottom start', className, children }: FloatingPanelProps) {
  return (
    <Popover
      {...panel}
      placement={placement}
      offset={6}
      className={`${classes.popover} w-90 max-w-[calc(100vw-1.5rem)]`}
    >
      <Dialog aria-label={label} className={clsx('grid outline-none', className)}>
        {children}
      </Dialog>
    </Popover>
  )
}
