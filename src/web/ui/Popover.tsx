import type { ReactElement, ReactNode } from 'react'
import { DialogTrigger, Popover as AriaPopover, Pressable } from 'react-aria-components'
import * as classes from './classes.ts'

interface PopoverProps {
  /** A `Button` or `IconButton`; the panel takes its name from it. */
  trigger: ReactElement<Record<string, unknown>, string>
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  children: ReactNode
}

/** A small panel beside the button that opens it. */
export function Popover({ trigger, placement = 'bottom start', children }: PopoverProps) {
  return (
    <DialogTrigger>
      <Pressable>{trigger}</Pressable>
      <AriaPopover placement={placement} offset={6} className={`${classes.popover} p-4 outline-none`}>
        {children}
      </AriaPopover>
    </DialogTrigger>
  )
}
