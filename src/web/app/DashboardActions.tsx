import { Link } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'
import { IS_MAC } from '#web/ui/keyboard/key-labels.ts'
import { ShortcutHint } from '#web/ui/keyboard/Kbd.tsx'
import { openPanel } from './keyboard/panels.ts'

/** Search, which phones have in the top bar, and a new entry. */
export function DashboardActions() {
  const { t } = useTranslation()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openPanel('palette')}
        className={`${buttonClasses('secondary')} max-xl:w-9 max-xl:px-0 max-md:hidden max-xl:[&>span]:sr-only`}
      >
        <Search {...ICON} />
        <span>{t('dashboard.search')}</span>
        <ShortcutHint>{IS_MAC ? '⌘ K' : 'Ctrl K'}</ShortcutHint>
      </button>
      <Link
        to="/time-entries/new"
        className={`${buttonClasses('secondary')} max-md:w-11 max-md:px-0 max-md:[&>span]:sr-only`}
      >
        <Plus {...ICON} />
        <span>{t('overview.addTime')}</span>
      </Link>
    </>
  )
}

const ICON = { size: 16, 'aria-hidden': true } as const
