import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Client } from '#contract/clients.ts'
import { activityQuery } from '#web/features/activity/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DeleteDialog } from '#web/resources/list/DeleteDialog.tsx'
import { type ListEntry, toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage } from '#web/resources/list/ListPage.tsx'
import { ActivityFigures, ActivityHeadings, ListRow, RowFact } from '#web/resources/list/ListRow.tsx'
import { RowMenu } from '#web/resources/list/RowMenu.tsx'
import { clientList } from './queries.ts'

export function ClientListPage() {
  const { data: clients, error, isFetching, refetch } = useQuery(clientList.query)
  const { data: activity } = useQuery(activityQuery('client'))
  const remove = clientList.useRemove({ showsError: true })
  const [deleting, setDeleting] = useState<Client>()

  const entries = useMemo(
    () =>
      clients?.map((client) => ({
        item: client,
        monthMs: activity?.get(client.id)?.month ?? 0,
        searchText: toSearchText(client.name, client.contactInfo),
      })),
    [clients, activity],
  )
  const renderRow = useCallback(
    ({ item }: ListEntry<Client>) => {
      const link = { name: item.name, id: item.id, to: '/clients/$id' } as const
      return (
        <ListRow
          {...link}
          color={item.color}
          facts={<ClientFacts client={item} />}
          figures={<ActivityFigures activity={activity?.get(item.id)} isKnown={activity !== undefined} />}
          menu={<RowMenu {...link} onDelete={() => setDeleting(item)} />}
        />
      )
    },
    [activity],
  )

  return (
    <>
      <ListPage
        resource="clients"
        entries={entries}
        loading={{ error, isFetching, refetch }}
        headings={<ActivityHeadings />}
        renderRow={renderRow}
        onDelete={setDeleting}
      />
      <DeleteDialog
        resource="clients"
        item={deleting}
        onClose={() => setDeleting(undefined)}
        Consequences={DeleteConsequences}
        remove={remove.mutateAsync}
      />
    </>
  )
}

function ClientFacts({ client: { contactInfo, projects } }: { client: Client }) {
  const { t } = useTranslation()
  return (
    <>
      <RowFact className="@3xl:w-60">{contactInfo.trim().split('\n', 1)[0]}</RowFact>
      <RowFact className="flex-none @3xl:w-24">
        {projects.length > 0 && t('clients.list.projects', { count: projects.length })}
      </RowFact>
    </>
  )
}

function DeleteConsequences({ item: { projects } }: { item: Client }) {
  const { t } = useTranslation()
  return t('clients.list.leaves', { count: projects.length })
}
