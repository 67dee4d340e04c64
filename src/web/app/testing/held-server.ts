import { PROJECT_DEFAULTS } from '#contract/projects.ts'

export type Item = Record<string, unknown> & { id: string }
type Lists = Record<string, Item[]>
type RequestKind = 'read' | 'change'
type Body = Partial<Item> & { ids?: string[]; change?: object }

/** A request whose reply is held back. The server reads when a request arrives, and changes when it replies. */
interface HeldRequest {
  kind: RequestKind
  reply: () => void
}

const DATE = '2026-03-02T09:00:00.000Z'
const END = '2026-03-02T10:00:00.000Z'
const DATES = { createdAt: DATE, updatedAt: DATE }

/** A time entry that has a project, a task and a tag of the server. */
export const entryWithId = (id: string) => ({
  id,
  user: 'u',
  project: 'p',
  task: 't',
  tags: ['g'],
  notes: '',
  isRunning: false,
  startTime: DATE,
  endTime: END,
  duration: Date.parse(END) - Date.parse(DATE),
  segments: [{ start: DATE, end: END }],
  ...DATES,
})

/** Items that belong together. */
const initialLists = (): Lists => ({
  projects: [{ ...PROJECT_DEFAULTS, id: 'p', name: 'p', client: 'c', openTasks: 1, user: 'u', ...DATES }],
  clients: [{ id: 'c', name: 'c', contactInfo: '', color: '#000000', projects: ['p'], ...DATES }],
  tasks: [
    { id: 't', name: 't', description: '', project: 'p', status: 'pending', estimate: null, planned: null, ...DATES },
  ],
  tags: [{ id: 'g', name: 'g', color: '#000000', ...DATES }],
  'timer-presets': [{ id: 's', name: 's', workDuration: 1, breakDuration: 1, repetitions: 1, user: 'u', ...DATES }],
  'report-views': [{ id: 'v', name: 'v', search: '', ...DATES }],
  'time-entries': [entryWithId('e'), entryWithId('f')],
})

/** The lists of a user, and the server's answers to requests for them. */
function createLists() {
  const lists = initialLists()
  const change = (list: string, ids: readonly string[], fields: object) =>
    (lists[list] = lists[list]!.map((item) => (ids.includes(item.id) ? { ...item, ...fields } : item)))

  /** Deletes items with the references to them. */
  function remove(list: string, ids: readonly string[]) {
    lists[list] = lists[list]!.filter(({ id }) => !ids.includes(id))
    for (const id of ids) {
      if (list === 'projects') removeProject(id)
      lists['projects'] = lists['projects']!.map((item) => (item['client'] === id ? { ...item, client: null } : item))
      lists['time-entries'] = lists['time-entries']!.map((item) => ({
        ...item,
        task: item['task'] === id ? null : item['task'],
        tags: (item['tags'] as string[]).filter((tag) => tag !== id),
      }))
    }
  }

  function removeProject(id: string) {
    for (const list of ['tasks', 'time-entries']) lists[list] = lists[list]!.filter(({ project }) => project !== id)
    lists['clients'] = lists['clients']!.map((client) => ({
      ...client,
      projects: (client['projects'] as string[]).filter((project) => project !== id),
    }))
  }

  function create(list: string, body: Body) {
    const created = { ...initialLists()[list]![0]!, ...body }
    lists[list]!.push(created)
    return created
  }

  /** By the last part of the path, or else by the method. */
  const answers: Record<string, (list: string, id: string, body: Body) => unknown> = {
    'initial-data': () => ({ projects: lists['projects'], presets: lists['timer-presets'] }),
    'bulk-update': (list, _id, { ids = [], change: fields = {} }) =>
      change(list, ids, fields).filter(({ id }) => ids.includes(id)),
    'bulk-delete': (list, _id, { ids = [] }) => {
      remove(list, ids)
      return { timeEntries: ids.length }
    },
    GET: (list) => lists[list],
    POST: (list, _id, body) => create(list, body),
    PUT: (list, id, body) => change(list, [id], body).find((item) => item.id === id),
    DELETE: (list, id) => {
      remove(list, [id])
      return null
    },
  }

  function answer(method: string, path: string, body: Body) {
    const [list = '', id = ''] = new URL(path, 'http://ritmo.example').pathname.split('/').slice(2)
    const find = answers[id] ?? answers[list] ?? answers[method]!
    return JSON.stringify({ ok: true, data: find(list, id, body) })
  }

  return { lists, answer }
}

/** A server whose replies a test releases one by one. */
export function createHeldServer() {
  const { lists, answer } = createLists()
  const held: HeldRequest[] = []

  return {
    lists,
    held,
    /** Replaces `fetch`. */
    fetch(path: string, { method = 'GET', body = '{}' }: RequestInit) {
      const kind = method === 'GET' || path.endsWith('/initial-data') ? 'read' : 'change'
      const reply = () => answer(method, path, JSON.parse(body as string) as Body)
      const read = kind === 'read' ? reply() : undefined
      return new Promise<Response>((resolve) => {
        held.push({ kind, reply: () => resolve(new Response(read ?? reply())) })
      })
    },
    /** Takes the oldest held request of a kind. */
    take(kind: RequestKind) {
      const index = held.findIndex((request) => request.kind === kind)
      return index === -1 ? undefined : held.splice(index, 1)[0]
    },
  }
}
