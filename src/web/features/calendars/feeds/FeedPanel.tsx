import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { CalendarFeed } from '#contract/integrations/calendars.ts'
import { calendarFeedsQuery } from '#web/features/calendars/queries.ts'
import { PanelContent } from '#web/features/calendars/PanelContent.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { AddressDialog } from './AddressDialog.tsx'
import { FeedRow } from './FeedRow.tsx'

const FeedDialog = lazyComponent(() => import('./FeedDialog.tsx').then((module) => ({ default: module.FeedDialog })))

/** Feeds of time entries, and how calendar apps read them. */
export function FeedPanel() {
  const { t } = useTranslation()
  const feeds = useQuery({ ...calendarFeedsQuery, refetchOnMount: 'always' })
  const [edited, setEdited] = useState<CalendarFeed | 'new'>()
  const [address, setAddress] = useState<string>()
  return (
    <Panel
      title={t('calendars.out.title')}
      aside={<Button onClick={() => setEdited('new')}>{t('calendars.out.add')}</Button>}
    >
      <PanelContent
        query={feeds}
        hint={t('calendars.out.hint')}
        none={t('calendars.out.none')}
        label={t('calendars.out.title')}
      >
        {(feed) => <FeedRow key={feed.id} feed={feed} onEdit={() => setEdited(feed)} onRenewed={setAddress} />}
      </PanelContent>
      <HowTo />
      <Suspense>
        {edited !== undefined && (
          <FeedDialog
            feed={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onMade={setAddress}
          />
        )}
      </Suspense>
      {address !== undefined && <AddressDialog address={address} onClose={() => setAddress(undefined)} />}
    </Panel>
  )
}

const STEPS = ['howToWeb', 'howToPhone', 'howToTeam'] as const

function HowTo() {
  const { t } = useTranslation()
  return (
    <details className="border-t border-line px-5 py-3.5 text-secondary">
      <summary className="w-fit cursor-pointer font-strong">{t('calendars.out.howTo')}</summary>
      <ul className="grid gap-2 pt-2.5 text-ink-2">
        {STEPS.map((step) => (
          <li key={step}>{t(`calendars.out.${step}`)}</li>
        ))}
      </ul>
    </details>
  )
}
