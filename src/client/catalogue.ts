import { clients } from '#contract/clients.ts'
import { projects } from '#contract/projects.ts'
import { tags } from '#contract/tags.ts'
import { tasks } from '#contract/tasks.ts'
import { timerPresets } from '#contract/timer-presets.ts'
import { type User, users } from '#contract/users.ts'
import type { Subject } from '#core/timer/state.ts'
import { DEFAULT_FORMATS, type Formats } from '#core/formats.ts'
import { type NameMatch, matchName } from '#core/command-line/match-name.ts'
import type { Reply } from '#contract/endpoint.ts'
import { type Call, CallError, isForbidden } from './call.ts'

/** The lists of a user's names, and how the user wants times to be written. */
export interface Catalogue {
  user: User
  projects: Reply<typeof projects.list>
  tasks: Reply<typeof tasks.list>
  tags: Reply<typeof tags.list>
  clients: Reply<typeof clients.list>
  presets: Reply<typeof timerPresets.list>
}

export async function loadCatalogue(call: Call): Promise<Catalogue> {
  const [user, projectList, taskList, tagList, clientList, presets] = await Promise.all([
    call(users.profile, {}),
    listIfAllowed(call(projects.list, {})),
    listIfAllowed(call(tasks.list, { query: {} })),
    listIfAllowed(call(tags.list, {})),
    listIfAllowed(call(clients.list, {})),
    listIfAllowed(call(timerPresets.list, {})),
  ])
  return { user, projects: projectList, tasks: taskList, tags: tagList, clients: clientList, presets }
}

/** A token may be for the timer alone. */
async function listIfAllowed<Item>(request: Promise<Item[]>): Promise<Item[]> {
  try {
    return await request
  } catch (error) {
    if (error instanceof CallError && isForbidden(error)) return []
    throw error
  }
}

export interface ResolvedFormats extends Formats {
  zone: string
}

/** The formats of the account, and its time zone, or that of this device. */
export function formatsOf({ user: { formats } }: Pick<Catalogue, 'user'>): ResolvedFormats {
  const chosen = { ...DEFAULT_FORMATS, ...formats }
  return { ...chosen, zone: chosen.timeZone ?? new Intl.DateTimeFormat('en').resolvedOptions().timeZone }
}

export type NameKind = 'project' | 'task' | 'tag' | 'client' | 'preset'

/** No item has the typed name, or several have one that fits. `candidates`: those, or similar ones. */
export class NameError extends Error {
  override name = 'NameError'
  readonly kind: NameKind
  readonly typed: string
  readonly isAmbiguous: boolean
  readonly candidates: readonly string[]

  constructor(
    kind: NameKind,
    typed: string,
    match: Exclude<NameMatch<{ id: string; name: string }>, { kind: 'found' }>,
  ) {
    super(`${kind}: ${typed}`)
    this.kind = kind
    this.typed = typed
    this.isAmbiguous = match.kind === 'ambiguous'
    this.candidates = (match.kind === 'ambiguous' ? match.items : match.similar).map(({ name }) => name)
  }
}

export function requireNamed<Item extends { id: string; name: string }>(
  kind: NameKind,
  items: readonly Item[],
  typed: string,
): Item {
  const match = matchName(items, typed)
  if (match.kind === 'found') return match.item
  throw new NameError(kind, typed, match)
}

/** Archived projects and completed tasks are found only if no other fits, and only by a name that fits as well. */
function requireCurrent<Item extends { id: string; name: string }>(
  kind: NameKind,
  items: readonly Item[],
  isCurrent: (item: Item) => boolean,
  typed: string,
) {
  const current = matchName(items.filter(isCurrent), typed)
  return current.kind === 'missing'
    ? requireNamed(kind, items, typed)
    : requireNamed(kind, items.filter(isCurrent), typed)
}

export const findProject = ({ projects }: Catalogue, typed: string) =>
  requireCurrent('project', projects, ({ status }) => status === 'active', typed)

/** A task of the project, or of any project if none is given. */
export const findTask = ({ tasks }: Catalogue, typed: string, projectId: string | undefined) =>
  requireCurrent(
    'task',
    tasks.filter(({ project }) => projectId === undefined || project === projectId),
    ({ status }) => status !== 'completed',
    typed,
  )

export const nameOf = (items: readonly { id: string; name: string }[], id: string | null | undefined) =>
  items.find((item) => item.id === id)?.name ?? ''

/** The names of the work of a timer, as data. */
export function describeSubject({ projects, tasks, tags }: Catalogue, subject: Subject | null) {
  return {
    project: nameOf(projects, subject?.projectId) || null,
    task: nameOf(tasks, subject?.taskId) || null,
    tags: (subject?.tags ?? []).map((id) => nameOf(tags, id)),
    note: subject?.notes ?? '',
  }
}
