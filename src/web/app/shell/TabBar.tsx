import { Link } from '@tanstack/react-router'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { TABS } from './navigation.ts'

const TAB =
  'grid cursor-pointer justify-items-center gap-0.75 rounded-control py-1 text-minimum font-strong text-ink-3 aria-[current]:text-accent-ink'

export function TabBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('shell.tab.label')}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-t border-line bg-surface px-1.5 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] md:hidden"
    >
      {TABS.map(({ to, label, icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/' }} className={TAB}>
          <TabContent icon={icon} label={t(label)} />
        </Link>
      ))}
      <button type="button" onClick={onOpenMenu} className={TAB}>
        <TabContent icon={Ellipsis} label={t('shell.tab.more')} />
      </button>
    </nav>
  )
}

function TabContent({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </>
  )
}
