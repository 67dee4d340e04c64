import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Tag, tags } from '#contract/tags.ts'
import { call } from '#web/api/call.ts'
import { useActivity } from '#web/features/activity/queries.ts'
import { toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage, type RowProps } from '#web/resources/list/ListPage.tsx'
import { ActivityFigures, ListRow } from '#web/resources/list/ListRow.tsx'
import { RemainingEntriesNote } from '#web/resources/list/RemainingEntriesNote.tsx'
import { tagList } from './queries.ts'

export function TagListPage() {
  const list = useQuery(tagList.query)
  const activityOf = useActivity('tag')
  const entries = useMemo(
    () => list.data?.map((item) => ({ item, activity: activityOf(item.id), searchText: toSearchText(item.name) })),
    [list.data, activityOf],
  )
  const { mutateAsync: remove } = tagList.useRemove({ showsError: true })
  const { mutate: restore } = tagList.useRestore()
  return (
    <ListPage
      resource="tags"
      entries={entries}
      loading={list}
      Row={TagRow}
      deletion={{ remove, restore, Consequences: DeleteConsequences }}
    />
  )
}

function TagRow({ item, activity, onDelete }: RowProps<Tag>) {
  const figures = <ActivityFigures activity={activity} />
  return <ListRow resource="tags" item={item} color={item.color} figures={figures} onDelete={onDelete} />
}

function DeleteConsequences({ item: { id } }: { item: Tag }) {
  return <RemainingEntriesNote resource="tags" id={id} read={() => call(tags.contents, { params: { id } })} />
}
