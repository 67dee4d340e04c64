import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { TimerPreset } from '#contract/timer-presets.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DeleteDialog } from '#web/resources/list/DeleteDialog.tsx'
import { type ListEntry, toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage } from '#web/resources/list/ListPage.tsx'
import { PresetIllustration } from './PresetIllustration.tsx'
import { PresetRow } from './PresetRow.tsx'
import { presetList } from './queries.ts'

export function PresetListPage() {
  const { data, error, isFetching, refetch } = useQuery(presetList.query)
  const remove = presetList.useRemove({ showsError: true })
  const [deleting, setDeleting] = useState<TimerPreset>()

  const entries = useMemo(
    () => data?.map((preset) => ({ item: preset, monthMs: 0, searchText: toSearchText(preset.name) })),
    [data],
  )
  const renderRow = useCallback(
    ({ item }: ListEntry<TimerPreset>) => <PresetRow preset={item} onDelete={setDeleting} />,
    [],
  )

  return (
    <>
      <ListPage
        resource="presets"
        entries={entries}
        loading={{ error, isFetching, refetch }}
        sorts={['name', 'changed']}
        renderRow={renderRow}
        onDelete={setDeleting}
        rowHeight="[--row:5.5rem] @3xl:[--row:4.25rem]"
        illustration={<PresetIllustration />}
      />
      <DeleteDialog
        resource="presets"
        item={deleting}
        onClose={() => setDeleting(undefined)}
        Consequences={EntriesLeft}
        remove={remove.mutateAsync}
      />
    </>
  )
}

function EntriesLeft() {
  const { t } = useTranslation()
  return t('presets.list.leaves')
}
