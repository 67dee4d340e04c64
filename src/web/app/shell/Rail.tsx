import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Logo } from '#web/ui/display/Logo.tsx'
import { type Destination, ORGANISE, SETTINGS, TRACK } from './navigation.ts'
import { useOpenCounts } from './useOpenCounts.ts'
import { UserMenu } from './UserMenu.tsx'

/** The main navigation: beside the page on a wide screen, in a drawer on a phone. */
export function Rail({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  const groupId = useId()
  const counts = useOpenCounts()

  return (
    <nav aria-label={t('shell.navigation')} className="flex h-full flex-col overflow-y-auto px-3.5 pt-5.5 pb-3.5">
      <Link to="/" onClick={onNavigate} className="mb-5.5 rounded-control px-2.5">
        <Logo />
      </Link>
      <Destinations items={TRACK} onNavigate={onNavigate} />
      <p id={groupId} className="px-2.5 pt-5 pb-1.5 text-minimum font-medium text-ink-3">
        {t('shell.organise')}
      </p>
      <Destinations items={ORGANISE} counts={counts} labelledBy={groupId} onNavigate={onNavigate} />
      <div className="mt-auto grid gap-2.5 pt-5">
        <Destinations items={[SETTINGS]} onNavigate={onNavigate} />
        <UserMenu />
      </div>
    </nav>
  )
}

interface DestinationsProps {
  items: Destination[]
  counts?: Record<string, number | undefined>
  labelledBy?: string
  onNavigate: (() => void) | undefined
}

function Destinations({ items, counts = {}, labelledBy, onNavigate }: DestinationsProps) {
  const { t } = useTranslation()
  return (
    <ul aria-labelledby={labelledBy} className="grid gap-px">
      {items.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link to={to} activeOptions={{ exact: to === '/' }} onClick={onNavigate} className={DESTINATION}>
            <Icon
              size={18}
              strokeWidth={1.75}
              aria-hidden="true"
              className="text-ink-3 group-aria-[current]:text-accent-ink"
            />
            {t(label)}
            {counts[to] !== undefined && (
              <span aria-hidden="true" className="ml-auto text-minimum text-ink-3 tabular-nums">
                {counts[to]}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The current page is marked by a bar at the edge of the rail. */
const DESTINATION =
  'group relative flex h-9 items-center gap-2.75 rounded-control px-2.5 text-secondary font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink on-touch:h-11 aria-[current]:bg-hover aria-[current]:font-strong aria-[current]:text-ink aria-[current]:before:absolute aria-[current]:before:inset-y-2.5 aria-[current]:before:-left-3.5 aria-[current]:before:w-0.75 aria-[current]:before:rounded-r-full aria-[current]:before:bg-accent'
