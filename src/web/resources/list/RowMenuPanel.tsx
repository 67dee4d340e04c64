import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { Menu, Popover } from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import { MenuItem } from '#web/ui/overlays/MenuItem.tsx'
import { MenuSeparator } from '#web/ui/overlays/MenuSeparator.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'

export interface RowAction {
  label: string
  Icon: LucideIcon
  onAction: () => void
}

interface RowMenuPanelProps {
  label: string
  panel: PanelState
  onEdit: () => void
  onDelete: () => void
  more?: readonly RowAction[] | undefined
}

export function RowMenuPanel({ label, panel, onEdit, onDelete, more = [] }: RowMenuPanelProps) {
  const { t } = useTranslation()
  return (
    <Popover {...panel} placement="bottom end" offset={6} className={`${classes.popover} min-w-52`}>
      <Menu
        aria-label={label}
        autoFocus="first"
        onClose={() => panel.onOpenChange(false)}
        className="p-1.5 outline-none"
      >
        <MenuItem icon={<Pencil {...ICON} />} onAction={onEdit}>
          {t('list.edit')}
        </MenuItem>
        {more.map(({ label, Icon, onAction }) => (
          <MenuItem key={label} icon={<Icon {...ICON} />} onAction={onAction}>
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Trash2 {...ICON} />} tone="danger" onAction={onDelete}>
          {t('list.delete')}
        </MenuItem>
      </Menu>
    </Popover>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
