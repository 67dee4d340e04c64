import { useQuery } from '@tanstack/react-query'
import { DEFAULT_PROJECT_COLOR } from '#contract/projects.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

/** Name and colour of a project, with a fallback while the list loads, and for deleted projects that still have time. */
export function useProjectDisplay() {
  const { t } = useTranslation()
  const { data: projects } = useQuery(projectList.query)
  const displays = new Map(projects?.map(({ id, name, color }) => [id, { name, color }]))
  const name = projects === undefined ? '…' : t('overview.unknownProject')
  return (id: string) => displays.get(id) ?? { name, color: DEFAULT_PROJECT_COLOR }
}
