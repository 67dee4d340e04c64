import { findProject, nameOf } from '#client/catalogue.ts'
import type { Context } from '#cli/context.ts'
import { layOut } from '#cli/output/table.ts'

export async function run({ account: open, given, terminal, text }: Context) {
  const account = await open()
  const catalogue = await account.catalogue()
  const typed = given.value('project')
  const projectId = typed === undefined ? undefined : findProject(catalogue, typed).id
  const listed = catalogue.tasks.filter(
    ({ project, status }) =>
      (projectId === undefined || project === projectId) && (given.has('all') || status !== 'completed'),
  )
  if (given.has('json')) {
    const data = listed.map(({ id, name, project, status }) => {
      return { id, name, project: nameOf(catalogue.projects, project), status }
    })
    return terminal.print(JSON.stringify(data, null, 2))
  }
  if (listed.length === 0) return terminal.warn(text('list.none'))
  const rows = listed.map(({ name, project, status }) => [
    name,
    nameOf(catalogue.projects, project) + (status === 'completed' ? ` · ${text('list.completed')}` : ''),
  ])
  for (const line of layOut(rows, [{}, {}], terminal.columns)) terminal.print(line)
}
