import clsx from 'clsx'
import type { ReactNode } from 'react'
import { MenuItem as AriaMenuItem, type MenuItemProps as AriaMenuItemProps } from 'react-aria-components'
import { Kbd } from '#web/ui/keyboard/Kbd.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface MenuItemProps extends Omit<AriaMenuItemProps, 'children' | 'className'> {
  children: string
  icon?: ReactNode
  kbd?: string
  tone?: 'danger'
}

export function MenuItem({ children, icon, kbd, tone, ...item }: MenuItemProps) {
  return (
    <AriaMenuItem
      {...item}
      textValue={children}
      className={clsx(classes.option, tone === 'danger' && 'text-danger-ink data-focused:bg-danger/10')}
    >
      {icon !== undefined && <span className={tone === undefined ? 'text-ink-3' : undefined}>{icon}</span>}
      <span className="flex-1">{children}</span>
      {kbd !== undefined && <Kbd>{kbd}</Kbd>}
    </AriaMenuItem>
  )
}
