import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Menu, Popover } from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import * as classes from '../classes.ts'
import { MenuItem } from '../MenuItem.tsx'
import { MenuSeparator } from '../MenuSeparator.tsx'
import type { ListTarget } from './ListRow.tsx'
import { useRowTabIndex } from './row-context.ts'

interface RowMenuProps {
  name: string
  to: ListTarget
  id: string
  onDelete: () => void
  /** `MenuItem`s between Edit and Delete. */
  children?: ReactNode
}

export function RowMenu({ name, to, id, onDelete, children }: RowMenuProps) {
  const navigate = useNavigate()
  return (
    <RowActions name={name} onEdit={() => void navigate({ to, params: { id } })} onDelete={onDelete}>
      {children}
    </RowActions>
  )
}

interface RowActionsProps extends Omit<RowMenuProps, 'to' | 'id'> {
  onEdit: () => void
}

/** A plain button until it is pressed: a menu in each of the rows that a search brings would be felt while typing. */
export function RowActions({ name, ...items }: RowActionsProps) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const label = t('list.actions', { name })
  const isOpen = state === 'open'

  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={useRowTabIndex()}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setState('open')}
        onKeyDown={(event) => {
          // A click that keys have made is to React Aria a screen reader's, and then no item gets the focus.
          if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
          event.preventDefault()
          setState('open')
        }}
        className="grid size-7.5 cursor-pointer place-items-center rounded-small text-ink-3 transition-colors hover:bg-hover hover:text-ink active:bg-pressed aria-expanded:bg-hover on-touch:size-11"
      >
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      {state !== 'never' && (
        <Popover
          triggerRef={button}
          isOpen={isOpen}
          onOpenChange={() => setState('closed')}
          placement="bottom end"
          offset={6}
          className={`${classes.popover} min-w-52`}
        >
          <Items {...items} label={label} onClose={() => setState('closed')} />
        </Popover>
      )}
    </>
  )
}

interface ItemsProps extends Omit<RowActionsProps, 'name'> {
  label: string
  onClose: () => void
}

function Items({ label, onEdit, onDelete, onClose, children }: ItemsProps) {
  const { t } = useTranslation()
  return (
    <Menu aria-label={label} autoFocus="first" onClose={onClose} className="p-1.5 outline-none">
      <MenuItem icon={<Pencil {...ICON} />} onAction={onEdit}>
        {t('list.edit')}
      </MenuItem>
      {children}
      <MenuSeparator />
      <MenuItem icon={<Trash2 {...ICON} />} tone="danger" onAction={onDelete}>
        {t('list.delete')}
      </MenuItem>
    </Menu>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
