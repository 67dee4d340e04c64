import type { Client } from '#contract/clients.ts'
import type { Project } from '#contract/projects.ts'

export type ProjectWithClient = Project & {
  /** Empty if the client is not known, because the list of clients has not been loaded. Undefined without a client. */
  clientName: string | undefined
}

export function withClientNames(
  projects: readonly Project[],
  clients: readonly Client[] | undefined,
): ProjectWithClient[] {
  const names = new Map(clients?.map(({ id, name }) => [id, name]))
  return projects.map((project) => ({
    ...project,
    clientName: project.client === null ? undefined : (names.get(project.client) ?? ''),
  }))
}
