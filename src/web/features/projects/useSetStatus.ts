import type { Project } from '#contract/projects.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { projectList } from './queries.ts'

/** Archives or activates a project and offers to undo it. */
export function useSetStatus() {
  const { t } = useTranslation()
  const update = projectList.useUpdate()
  return ({ id, name, status: before }: Project, status: Project['status']) => {
    update.mutate({ id, change: { status } })
    toast.show(t(status === 'archived' ? 'projects.list.wasArchived' : 'projects.list.wasActivated', { name }), {
      undo: () => update.mutate({ id, change: { status: before } }),
    })
  }
}
