import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Calendar } from '#contract/integrations/calendars.ts'
import { PanelContent } from '#web/features/calendars/PanelContent.tsx'
import { calendarsQuery } from '#web/features/calendars/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { CalendarRow } from './CalendarRow.tsx'

const NewCalendarDialog = lazyComponent(() =>
  import('./NewCalendarDialog.tsx').then((module) => ({ default: module.NewCalendarDialog })),
)
const EditCalendarDialog = lazyComponent(() =>
  import('./EditCalendarDialog.tsx').then((module) => ({ default: module.EditCalendarDialog })),
)

/** Calendars of other programs. */
export function CalendarPanel() {
  const { t } = useTranslation()
  const calendars = useQuery({ ...calendarsQuery, refetchOnMount: 'always' })
  const [edited, setEdited] = useState<Calendar | 'new'>()
  const close = () => setEdited(undefined)
  return (
    <Panel
      title={t('calendars.in.title')}
      aside={<Button onClick={() => setEdited('new')}>{t('calendars.in.add')}</Button>}
    >
      <PanelContent
        query={calendars}
        hint={t('calendars.in.hint')}
        none={t('calendars.in.none')}
        label={t('calendars.in.title')}
      >
        {(calendar) => <CalendarRow key={calendar.id} calendar={calendar} onEdit={() => setEdited(calendar)} />}
      </PanelContent>
      <Suspense>
        {edited === 'new' && <NewCalendarDialog known={calendars.data ?? []} onClose={close} />}
        {edited !== undefined && edited !== 'new' && <EditCalendarDialog calendar={edited} onClose={close} />}
      </Suspense>
    </Panel>
  )
}
