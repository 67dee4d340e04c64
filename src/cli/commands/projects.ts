import { nameOf } from '#client/catalogue.ts'
import type { Context } from '#cli/context.ts'
import { layOut } from '#cli/output/table.ts'

export async function run({ account: open, given, terminal, text }: Context) {
  const account = await open()
  const { projects, clients } = await account.catalogue()
  const listed = projects.filter(({ status }) => given.has('all') || status === 'active')
  if (given.has('json')) {
    const data = listed.map(({ id, name, status, client, openTasks }) => {
      return { id, name, client: nameOf(clients, client) || null, status, openTasks }
    })
    return terminal.print(JSON.stringify(data, null, 2))
  }
  if (listed.length === 0) return terminal.warn(text('list.none'))
  const rows = listed.map(({ name, client, status }) => [
    name,
    [nameOf(clients, client), status === 'archived' ? text('list.archived') : ''].filter(Boolean).join(' · '),
  ])
  for (const line of layOut(rows, [{}, {}], terminal.columns)) terminal.print(line)
}
