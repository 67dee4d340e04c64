import { useQuery } from '@tanstack/react-query'
import { clients } from '#contract/clients.ts'
import { byName } from '#core/text/by-name.ts'
import { createResource } from '#web/resources/resource.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { type Choice, useQuickCreate } from '#web/resources/form/useQuickCreate.ts'
import { defaultColors } from '#web/ui/theme/theme.ts'

export const clientList = createResource(clients, {
  name: 'clients',
  defaults: { contactInfo: '', projects: [] },
  invalidates: [['projects'], [ACTIVITY]],
  applyDeletions: (client, isGone) => ({
    ...client,
    projects: client.projects.filter((id) => !isGone('projects', id)),
  }),
  failures: { create: 'clients.failed.create', update: 'clients.failed.update', remove: 'clients.failed.delete' },
})

/** Options of a `ComboBox` for a client, which can also create one by name. */
export function useClientOptions({ value, onChange }: Choice) {
  const { data: clients = [] } = useQuery(clientList.query)
  const onCreate = useQuickCreate({
    create: clientList.useCreate(),
    remove: clientList.useRemove(),
    toDraft: (name) => ({ name, color: defaultColors().client }),
    namespace: 'clients',
    onCreated: onChange,
    onUndone: (id) => id === value && onChange(undefined),
  })
  return { options: clients.toSorted(byName).map(({ id, name, color }) => ({ id, label: name, color })), onCreate }
}
