import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { tags } from '#contract/tags.ts'
import { orderByUse } from '#core/order-by-use.ts'
import { createResource } from '#web/resources/resource.ts'
import { ACTIVITY, useRecentIds } from '#web/features/activity/queries.ts'
import { useQuickCreate } from '#web/resources/form/useQuickCreate.ts'
import { defaultColors } from '#web/ui/theme/theme.ts'

export const tagList = createResource(tags, {
  name: 'tags',
  defaults: {},
  invalidates: [[ACTIVITY]],
  invalidatesOnRemove: [['time-entries']],
  failures: { create: 'tags.failed.create', update: 'tags.failed.update', remove: 'tags.failed.delete' },
})

/** Options of a `TagField`, which can also create a tag by name. */
export function useTagOptions({ value, onChange }: { value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { data: tags = [] } = useQuery(tagList.query)
  // Two tags created quickly may both be confirmed before the next render: the ref has the latest selection.
  const selected = useRef(value)
  useEffect(() => {
    selected.current = value
  }, [value])
  const select = (ids: string[]) => {
    selected.current = ids
    onChange(ids)
  }
  const onCreate = useQuickCreate({
    create: tagList.useCreate(),
    remove: tagList.useRemove(),
    toDraft: (name) => ({ name, color: defaultColors().tag }),
    namespace: 'tags',
    onCreated: (id) => select([...selected.current, id]),
    onUndone: (id) => select(selected.current.filter((other) => other !== id)),
  })
  const usedIds = useRecentIds('tags')
  return { options: orderByUse(tags, usedIds).map(({ id, name, color }) => ({ id, label: name, color })), onCreate }
}
