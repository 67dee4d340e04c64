import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Client } from '#contract/clients.ts'
import { useActivity } from '#web/features/activity/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage, type RowProps } from '#web/resources/list/ListPage.tsx'
import { ActivityFigures, ListRow, RowFact } from '#web/resources/list/ListRow.tsx'
import { clientList } from './queries.ts'

export function ClientListPage() {
  const { t } = useTranslation()
  const list = useQuery(clientList.query)
  const activityOf = useActivity('client')
  const entries = useMemo(
    () =>
      list.data?.map((item) => ({
        item,
        activity: activityOf(item.id),
        searchText: toSearchText(item.name, item.contactInfo),
      })),
    [list.data, activityOf],
  )
  const { mutateAsync: remove } = clientList.useRemove({ showsError: true })
  const { mutate: restore } = clientList.useRestore()
  return (
    <ListPage
      resource="clients"
      entries={entries}
      loading={list}
      columns={[
        { heading: t('clients.form.contactInfo'), className: CONTACT_COLUMN },
        { heading: t('shell.page.projects'), className: PROJECTS_COLUMN },
      ]}
      Row={ClientRow}
      deletion={{ remove, restore, Consequences: DeleteConsequences }}
    />
  )
}

function ClientRow({ item, activity, onDelete }: RowProps<Client>) {
  return (
    <ListRow
      resource="clients"
      item={item}
      color={item.color}
      facts={<ClientFacts client={item} />}
      figures={<ActivityFigures activity={activity} />}
      onDelete={onDelete}
    />
  )
}

const CONTACT_COLUMN = '@3xl:w-60'
const PROJECTS_COLUMN = 'flex-none @3xl:w-24'

function ClientFacts({ client: { contactInfo, projects } }: { client: Client }) {
  const { t } = useTranslation()
  return (
    <>
      <RowFact className={CONTACT_COLUMN}>{contactInfo.trim().split('\n', 1)[0]}</RowFact>
      <RowFact className={PROJECTS_COLUMN}>
        {projects.length > 0 && t('clients.list.projects', { count: projects.length })}
      </RowFact>
    </>
  )
}

function DeleteConsequences({ item: { projects } }: { item: Client }) {
  const { t } = useTranslation()
  return t('clients.list.leaves', { count: projects.length })
}
