import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'
import { ShortcutHint } from '#web/ui/keyboard/Kbd.tsx'
import { useAreSingleKeyShortcutsEnabled } from '#web/ui/keyboard/single-key-shortcuts.ts'
import { RESOURCE_PAGES, type ResourceName } from './resource-pages.ts'

export function NewLink({ resource, className = '' }: { resource: ResourceName; className?: string }) {
  const { t } = useTranslation()
  const { path, newItem } = RESOURCE_PAGES[resource]
  const key = resource === 'entries' ? 'T' : 'C'
  return (
    <Link
      to={`${path}/new`}
      aria-keyshortcuts={useAreSingleKeyShortcutsEnabled() ? key : undefined}
      className={`${buttonClasses('primary')} ${className}`}
    >
      <Plus size={16} aria-hidden="true" />
      <span>{t(`shell.page.${newItem}`)}</span>
      <ShortcutHint>{key}</ShortcutHint>
    </Link>
  )
}
