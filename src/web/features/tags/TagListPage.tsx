import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { type Tag, tags } from '#contract/tags.ts'
import { call } from '#web/api/call.ts'
import { activityQuery } from '#web/features/activity/queries.ts'
import { DeleteDialog } from '#web/resources/list/DeleteDialog.tsx'
import { type ListEntry, toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage } from '#web/resources/list/ListPage.tsx'
import { ActivityFigures, ActivityHeadings, ListRow } from '#web/resources/list/ListRow.tsx'
import { RemainingEntriesNote } from '#web/resources/list/RemainingEntriesNote.tsx'
import { RowMenu } from '#web/resources/list/RowMenu.tsx'
import { tagList } from './queries.ts'

export function TagListPage() {
  const { data, error, isFetching, refetch } = useQuery(tagList.query)
  const { data: activity } = useQuery(activityQuery('tag'))
  const remove = tagList.useRemove({ showsError: true })
  const [deleting, setDeleting] = useState<Tag>()

  const entries = useMemo(
    () =>
      data?.map((tag) => ({
        item: tag,
        monthMs: activity?.get(tag.id)?.month ?? 0,
        searchText: toSearchText(tag.name),
      })),
    [data, activity],
  )
  const renderRow = useCallback(
    ({ item }: ListEntry<Tag>) => {
      const link = { name: item.name, id: item.id, to: '/tags/$id' } as const
      return (
        <ListRow
          {...link}
          color={item.color}
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
        resource="tags"
        entries={entries}
        loading={{ error, isFetching, refetch }}
        headings={<ActivityHeadings />}
        renderRow={renderRow}
        onDelete={setDeleting}
      />
      <DeleteDialog
        resource="tags"
        item={deleting}
        onClose={() => setDeleting(undefined)}
        Consequences={DeleteConsequences}
        remove={remove.mutateAsync}
      />
    </>
  )
}

function DeleteConsequences({ item: { id } }: { item: Tag }) {
  return <RemainingEntriesNote resource="tags" id={id} read={() => call(tags.contents, { params: { id } })} />
}
