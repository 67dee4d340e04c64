import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage } from '#web/resources/list/ListPage.tsx'
import { PresetIllustration } from './PresetIllustration.tsx'
import { PresetRow } from './PresetRow.tsx'
import { presetList } from './queries.ts'

export function PresetListPage() {
  const list = useQuery(presetList.query)
  const entries = useMemo(() => list.data?.map((item) => ({ item, searchText: toSearchText(item.name) })), [list.data])
  const { mutateAsync: remove } = presetList.useRemove({ showsError: true })
  const { mutate: restore } = presetList.useRestore()
  return (
    <ListPage
      resource="presets"
      entries={entries}
      loading={list}
      hasActivity={false}
      Row={PresetRow}
      rowHeight="[--row:5.5rem] @3xl:[--row:4.25rem]"
      illustration={<PresetIllustration />}
      deletion={{ remove, restore, Consequences: DeleteConsequences }}
    />
  )
}

function DeleteConsequences() {
  const { t } = useTranslation()
  return t('presets.list.leaves')
}
