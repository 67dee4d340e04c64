import { useQuery } from '@tanstack/react-query'
import { projectList } from '#web/features/projects/queries.ts'
import { useTimer } from '#web/features/timer/queries.ts'

/** The chosen project. One that is chosen and no longer there is none, once it is known what there is. */
export function useProject() {
  const { data: projects } = useQuery(projectList.query)
  const projectId = useTimer(({ selection }) => selection.projectId)
  const project = projects?.find(({ id }) => id === projectId)
  return { project, isMissing: projectId === null || (projects !== undefined && project === undefined) }
}
