import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import { createGroupLabels } from './create-group-labels.ts'
import type { GetGroupLabel } from './group-label.ts'

/** Returns the function that names and colours the groups of a report. */
export function useGroupLabels(today: string): GetGroupLabel {
  const { t, language } = useTranslation()
  const { color } = useTheme()
  const { data: projects } = useQuery(projectList.query)
  const { data: clients } = useQuery(clientList.query)
  const { data: tasks } = useQuery(taskList.query)
  const { data: tags } = useQuery(tagList.query)

  return useMemo(
    () => createGroupLabels({ projects, clients, tasks, tags }, { t, language, color, today }),
    [projects, clients, tasks, tags, t, language, color, today],
  )
}
