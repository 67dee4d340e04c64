import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { tags, type Tag } from '#contract/tags.ts'
import { byName } from '#core/text/by-name.ts'
import { call } from '#web/api/call.ts'
import { createResource } from '#web/api/resource.ts'
import { useQuickCreate } from '#web/resources/form/useQuickCreate.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { defaultColors } from '#web/ui/theme/theme.ts'

export const tagList = createResource<Tag, Input<typeof tags.create>['body'], Input<typeof tags.update>['body']>({
  name: 'tags',
  list: () => call(tags.list, {}),
  create: (body) => call(tags.create, { body }),
  update: (id, body) => call(tags.update, { params: { id }, body }),
  remove: (id) => call(tags.remove, { params: { id } }),
  defaults: {},
  invalidates: [[ACTIVITY]],
  invalidatesOnRemove: [['time-entries']],
  failures: { create: 'tags.failed.create', update: 'tags.failed.update', remove: 'tags.failed.delete' },
})

interface TagSelection {
  value: readonly string[]
  onChange: (ids: string[]) => void
}

/** For a `TagField`: every tag, and the way to make another by its name. */
export function useTagOptions({ value, onChange }: TagSelection) {
  const { data: tags = [] } = useQuery(tagList.query)
  // Two that were made in one go may be answered before either is drawn.
  const chosen = useRef(value)
  useEffect(() => {
    chosen.current = value
  }, [value])
  const choose = (ids: string[]) => {
    chosen.current = ids
    onChange(ids)
  }
  const onCreate = useQuickCreate({
    create: tagList.useCreate(),
    remove: tagList.useRemove(),
    toDraft: (name) => ({ name, color: defaultColors().tag }),
    namespace: 'tags',
    onCreated: (id) => choose([...chosen.current, id]),
    onUndone: (id) => choose(chosen.current.filter((other) => other !== id)),
  })
  return { options: tags.toSorted(byName).map(({ id, name, color }) => ({ id, label: name, color })), onCreate }
}
