import { errorMessage } from '#web/api/error-message.ts'
import { newId } from '#web/api/new-id.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/**
 * Creates a project for entries that are moved to it at once. Undo is not offered, because deleting the project would
 * delete these entries too.
 */
export function useNewProject(onCreated: (id: string) => void) {
  const { t } = useTranslation()
  const { mutateAsync: create } = projectList.useCreate()
  return (name: string) => {
    const id = newId()
    create({ id, name }).then(
      () => onCreated(id),
      (error: unknown) => toast.show(errorMessage(error, t, 'projects.failed.create'), { tone: 'danger' }),
    )
  }
}
