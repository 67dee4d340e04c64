import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { TimerPreset } from '#contract/timer-presets.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { type Entry, searchWords } from '#web/ui/list/arrange.ts'
import { DeleteDialog } from '#web/ui/list/DeleteDialog.tsx'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { PresetGhost } from './PresetGhost.tsx'
import { PresetRow } from './PresetRow.tsx'
import { presetList } from './queries.ts'

export function PresetListPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(presetList.query)
  const remove = presetList.useRemove({ showsError: true })
  const [deleting, setDeleting] = useState<TimerPreset>()

  const entries = useMemo(
    () => data?.map((preset) => ({ item: preset, month: 0, words: searchWords(preset.name) })),
    [data],
  )
  const renderRow = useCallback(
    ({ item }: Entry<TimerPreset>) => <PresetRow preset={item} onDelete={setDeleting} />,
    [],
  )

  return (
    <>
      <ListPage
        area="presets"
        entries={entries}
        loading={{ error, isFetching, refetch }}
        sorts={['name', 'changed']}
        renderRow={renderRow}
        onDelete={setDeleting}
        rowHeight="[--row:5.5rem] @3xl:[--row:4.25rem]"
        graphic={<PresetGhost />}
      />
      <DeleteDialog
        item={deleting}
        onClose={() => setDeleting(undefined)}
        confirmLabel={t('presets.list.delete')}
        Consequences={EntriesLeft}
        onDelete={({ id }) => remove.mutateAsync(id)}
        failure="presets.failed.delete"
      />
    </>
  )
}

function EntriesLeft() {
  const { t } = useTranslation()
  return t('presets.list.leaves')
}
