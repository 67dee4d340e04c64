import { useQuery } from '@tanstack/react-query'
import { PROJECT_COLOR } from '#contract/projects.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

/** How a project is called and coloured; one may be gone before its time is. */
export function useProjectDisplay() {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(projectList.query)
  const looks = new Map(projects.map(({ id, name, color }) => [id, { name, color }]))
  return (id: string) => looks.get(id) ?? { name: t('overview.unknownProject'), color: PROJECT_COLOR }
}
