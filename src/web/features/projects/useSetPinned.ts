import type { Project } from '#contract/projects.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { projectList } from './queries.ts'

/** Pins or unpins a project and offers to undo it. */
export function useSetPinned() {
  const { t } = useTranslation()
  const update = projectList.useUpdate()
  return ({ id, name, isPinned: before }: Project) => {
    update.mutate({ id, change: { isPinned: !before } })
    toast.show(t(before ? 'projects.list.wasUnpinned' : 'projects.list.wasPinned', { name }), {
      undo: () => update.mutate({ id, change: { isPinned: before } }),
    })
  }
}
