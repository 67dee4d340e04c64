import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, Suspense, useId } from 'react'
import type { User } from '#contract/users.ts'
import { KeyboardSettings } from '#web/app/keyboard/KeyboardSettings.tsx'
import { FocusTimerSettings } from './FocusTimerSettings.tsx'
import { ReminderSettings } from '#web/features/reminders/ReminderSettings.tsx'
import { SyncSettings } from '#web/features/timer/SyncSettings.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { profileQuery } from '#web/features/users/queries.ts'
import { AppearanceSettings } from '#web/features/users/settings/AppearanceSettings.tsx'
import { DeleteAccount } from '#web/features/users/settings/DeleteAccount.tsx'
import { SIGN_IN_WAYS } from '#web/features/users/openid/sign-in-ways.ts'
import { FormatSettings } from '#web/features/users/settings/FormatSettings.tsx'
import { ProfileSettings } from '#web/features/users/settings/ProfileSettings.tsx'
import { SecuritySettings } from '#web/features/users/settings/SecuritySettings.tsx'
import { SessionSettings } from '#web/features/users/settings/SessionSettings.tsx'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { AlertSettings } from './AlertSettings.tsx'
import { DataSettings } from './DataSettings.tsx'
import { IntegrationSettings } from './IntegrationSettings.tsx'
import styles from './settings.module.css'
import { useSectionInView } from './useSectionInView.ts'

const GoalSettings = lazyComponent(() =>
  import('#web/features/goals/GoalSettings.tsx').then((module) => ({ default: module.GoalSettings })),
)

const LinkedAccounts = lazyComponent(() =>
  import('#web/features/users/settings/LinkedAccounts.tsx').then((module) => ({ default: module.LinkedAccounts })),
)

interface Section {
  id: string
  title: TextKey
  hint?: TextKey
  content: (props: { user: User }) => ReactNode
}

interface Group {
  title: TextKey
  sections: Section[]
}

const ALL_GROUPS: Group[] = [
  {
    title: 'settings.group.general',
    sections: [
      { id: 'profile', title: 'settings.profile.title', content: ProfileSettings },
      { id: 'appearance', title: 'settings.appearance.title', content: AppearanceSettings },
      { id: 'formats', title: 'settings.formats.title', hint: 'settings.formats.hint', content: FormatSettings },
      { id: 'keyboard', title: 'keyboard.settings.title', content: KeyboardSettings },
    ],
  },
  {
    title: 'settings.group.tracking',
    sections: [
      { id: 'timer', title: 'settings.timer.title', hint: 'settings.timer.hint', content: FocusTimerSettings },
      { id: 'goals', title: 'settings.goals.title', hint: 'settings.goals.hint', content: GoalSettings },
      { id: 'alerts', title: 'settings.alerts.title', hint: 'settings.alerts.hint', content: AlertSettings },
      {
        id: 'reminders',
        title: 'settings.reminders.title',
        hint: 'settings.reminders.hint',
        content: ReminderSettings,
      },
      { id: 'sync', title: 'settings.sync.title', content: SyncSettings },
    ],
  },
  {
    title: 'settings.group.security',
    sections: [
      { id: 'security', title: 'settings.security.title', content: SecuritySettings },
      {
        id: 'linked-accounts',
        title: 'settings.linkedAccounts.title',
        hint: 'settings.linkedAccounts.hint',
        content: LinkedAccounts,
      },
      { id: 'sessions', title: 'settings.sessions.title', hint: 'settings.sessions.hint', content: SessionSettings },
    ],
  },
  {
    title: 'settings.group.account',
    sections: [
      {
        id: 'integrations',
        title: 'settings.integrations.title',
        hint: 'settings.integrations.hint',
        content: IntegrationSettings,
      },
      { id: 'data', title: 'settings.data.title', content: DataSettings },
      { id: 'delete-account', title: 'settings.danger.title', hint: 'settings.danger.hint', content: DeleteAccount },
    ],
  },
]

/** Without providers there is nothing to link. */
const isShown = ({ id }: Section) => id !== 'linked-accounts' || SIGN_IN_WAYS.providers.length > 0
const GROUPS = ALL_GROUPS.map(({ title, sections }) => ({ title, sections: sections.filter(isShown) }))

export function SettingsPage() {
  const { t } = useTranslation()
  const { data: user, isFetching, refetch } = useQuery(profileQuery)

  return (
    <>
      <PageTitle>{t('shell.page.settings')}</PageTitle>
      {user === undefined ? (
        <LoadError onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <div className={styles['page']}>
          <SectionLinks />
          <div className="max-w-140">
            {GROUPS.map(({ title, sections }) => (
              <div key={title} role="group" aria-label={t(title)} className={styles['group']}>
                {/* Beside the list of links, it would say the same twice. */}
                <p aria-hidden="true" className={clsx(GROUP_TITLE, styles['group-title'])}>
                  {t(title)}
                </p>
                {sections.map((section) => (
                  <SectionView key={section.id} section={section} user={user} />
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  )
}

function SectionLinks() {
  const { t } = useTranslation()
  const present = useSectionInView(IDS)
  return (
    <nav aria-label={t('shell.page.settings')} className="max-lg:hidden">
      <ul className={styles['links']}>
        {GROUPS.map(({ title, sections }) => (
          <li key={title}>
            <p className={`${GROUP_TITLE} px-2.5 pb-1`}>{t(title)}</p>
            <ul aria-label={t(title)} className="grid gap-px">
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`} aria-current={id === present ? 'location' : undefined} className={SECTION_LINK}>
                    {t(title)}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const IDS = GROUPS.flatMap(({ sections }) => sections.map(({ id }) => id))
const GROUP_TITLE = 'text-minimum font-medium text-ink-3'
const SECTION_LINK =
  'flex h-8 items-center rounded-control px-2.5 text-secondary font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-strong aria-[current]:text-ink'

function SectionView({ section, user }: { section: Section; user: User }) {
  const { t } = useTranslation()
  const headingId = useId()
  const { id, title, hint, content: Content } = section
  return (
    <section id={id} aria-labelledby={headingId} className={styles['section']}>
      <header className="grid gap-1">
        <h2 id={headingId} className="text-subtitle">
          {t(title)}
        </h2>
        {hint !== undefined && <p className="text-secondary text-ink-2">{t(hint)}</p>}
      </header>
      <Suspense fallback={<Skeleton rows={2} />}>
        <Content user={user} />
      </Suspense>
    </section>
  )
}
