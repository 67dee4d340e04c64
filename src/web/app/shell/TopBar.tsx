import { Menu, Search } from 'lucide-react'
import { openPanel } from '#web/app/keyboard/panels.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { usePageTitle } from './usePageTitle.ts'

/** The menu button, the page title and the search, on phones. */
export function TopBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <header className="sticky top-0 z-20 flex items-center gap-1.5 bg-canvas px-2 py-1.5 md:hidden">
      <button type="button" aria-label={t('shell.openMenu')} onClick={onOpenMenu} className={BUTTON}>
        <Menu size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <span aria-hidden="true" className="truncate text-subtitle">
        {usePageTitle()}
      </span>
      <button
        type="button"
        aria-label={t('dashboard.search')}
        aria-haspopup="dialog"
        onClick={() => openPanel('palette')}
        className={`ml-auto ${BUTTON}`}
      >
        <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </header>
  )
}

const BUTTON = 'grid size-11 flex-none cursor-pointer place-items-center rounded-control text-ink-2 hover:bg-hover'
