import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonLook } from '../Button.tsx'
import { KeyHint } from '../Kbd.tsx'
import { useSingleKeys } from '../single-keys.ts'
import { type Area, PAGES } from './areas.ts'

export function NewLink({ area, className = '' }: { area: Area; className?: string }) {
  const { t } = useTranslation()
  const key = area === 'entries' ? 'T' : 'C'
  return (
    <Link
      to={PAGES[area].new}
      aria-keyshortcuts={useSingleKeys() ? key : undefined}
      className={`${buttonLook('primary')} ${className}`}
    >
      <Plus size={16} aria-hidden="true" />
      <span>{t(PAGES[area].newLabel)}</span>
      <KeyHint>{key}</KeyHint>
    </Link>
  )
}
