import { useQuery } from '@tanstack/react-query'
import { projectList } from '#web/features/projects/queries.ts'
import { type Timer, useTimer } from '#web/features/timer/queries.ts'

/** The timer's project. `isMissing`: none is selected, or the selected one was deleted. */
export function useSelectedProject() {
  const { data: projects } = useQuery(projectList.query)
  const projectId = useTimer(({ selection }) => selection.projectId)
  const project = projects?.find(({ id }) => id === projectId)
  return { project, isMissing: projects !== undefined && project === undefined }
}

/** On a slow connection the start still counts from the press. */
const PROJECT_TIMEOUT_MS = 10_000

/** A new device receives its initial project shortly after the page has loaded. */
export async function waitForProject({ store }: Timer) {
  if (store.getState().selection.projectId !== null) return
  let unsubscribe: (() => void) | undefined
  await new Promise<void>((resolve) => {
    unsubscribe = store.subscribe(({ selection }) => selection.projectId !== null && resolve())
    setTimeout(resolve, PROJECT_TIMEOUT_MS)
  })
  unsubscribe?.()
}
