import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuTrigger, Popover, Pressable } from 'react-aria-components'
import * as classes from '#web/ui/theme/classes.ts'

interface MenuProps {
  /** A `Button` or `IconButton`, which also names the menu. */
  trigger: ReactElement<Record<string, unknown>, string>
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  /** For a menu whose code loads when its trigger is clicked. */
  defaultOpen?: boolean
  /** `MenuItem`, `MenuRadioGroup` and `MenuSeparator`. */
  children: ReactNode
}

export function Menu({ trigger, placement = 'bottom start', defaultOpen = false, children }: MenuProps) {
  return (
    <MenuTrigger defaultOpen={defaultOpen}>
      <Pressable>{trigger}</Pressable>
      <Popover placement={placement} offset={6} className={`${classes.popover} min-w-52`}>
        <AriaMenu className="max-h-[inherit] overflow-y-auto p-1.5 outline-none">{children}</AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
