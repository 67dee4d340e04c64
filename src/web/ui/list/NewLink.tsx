import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonLook } from '../Button.tsx'
import { Kbd } from '../Kbd.tsx'
import { type Area, PAGES } from './areas.ts'

export function NewLink({ area, className = '' }: { area: Area; className?: string }) {
  const { t } = useTranslation()
  return (
    <Link to={PAGES[area].new} aria-keyshortcuts="n" className={`${buttonLook('primary')} ${className}`}>
      <Plus size={16} aria-hidden="true" />
      <span>{t(PAGES[area].newLabel)}</span>
      <span aria-hidden="true" className="ml-1 max-xl:hidden">
        <Kbd>N</Kbd>
      </span>
    </Link>
  )
}
