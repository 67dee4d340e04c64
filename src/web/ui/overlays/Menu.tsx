import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuTrigger, Popover, Pressable } from 'react-aria-components'
import * as classes from '#web/ui/theme/classes.ts'

interface MenuProps {
  /** A `Button` or `IconButton`; the menu takes its name from it. */
  trigger: ReactElement<Record<string, unknown>, string>
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  /** For a menu that is loaded by the press on its trigger. */
  defaultOpen?: boolean
  /** `MenuItem`, `MenuChoice` and `MenuSeparator`. */
  children: ReactNode
}

export function Menu({ trigger, placement = 'bottom start', defaultOpen: isOpenAtFirst = false, children }: MenuProps) {
  return (
    <MenuTrigger defaultOpen={isOpenAtFirst}>
      <Pressable>{trigger}</Pressable>
      <Popover placement={placement} offset={6} className={`${classes.popover} min-w-52`}>
        <AriaMenu className="max-h-[inherit] overflow-y-auto p-1.5 outline-none">{children}</AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
