import { type Catalogue, findProject, findTask, requireNamed } from '#client/catalogue.ts'
import type { ParsedArguments } from './parse-arguments.ts'

/** The ids that the options of a list or a report name. */
export function readFilters(given: ParsedArguments, catalogue: Catalogue) {
  const [project, task] = [given.value('project'), given.value('task')]
  const projectId = project === undefined ? undefined : findProject(catalogue, project).id
  return {
    projectId,
    taskId: task === undefined ? undefined : findTask(catalogue, task, projectId).id,
    tagIds: given.values('tag').map((typed) => requireNamed('tag', catalogue.tags, typed).id),
    search: given.value('search'),
  }
}
