export interface Preset {
  id: string
  name: string
  workDuration: number
  breakDuration: number
  repetitions: number
}

export type Settings = Pick<Preset, 'workDuration' | 'breakDuration' | 'repetitions'>

export interface TimeEntry {
  id: string
  project: string | { id: string }
  task?: string | { id: string } | null
  tags: (string | { id: string })[]
  startTime: string
  endTime?: string | null
  duration: number
  notes: string
}

export interface SavedSession {
  project: string
  task: string | null
  startTime: Date
  endTime: Date
  duration: number
  notes: string
  tags: string[]
  isRunning: boolean
}

/** Related items are ids or embedded objects. */
export const idOf = (item: string | { id: string }) => (typeof item === 'string' ? item : item.id)

/** The calls of the specification. */
export function createRest(url: string, token: string) {
  async function call<Data>(method: string, path: string, body?: unknown) {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'x-auth-token': token },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const json = (await reply.json()) as { ok: boolean; data: Data; message?: string }
    if (!json.ok) throw new Error(`${method} ${path}: ${reply.status} ${json.message}`)
    return json.data
  }
  return {
    projects: () => call<{ id: string }[]>('GET', '/projects'),
    createProject: (name: string) =>
      call<{ id: string }>('POST', '/projects', {
        name,
        description: null,
        color: '#33d17a',
        client: null,
        status: 'active',
      }),
    createTag: (name: string) => call<{ id: string }>('POST', '/tags', { name, color: '#0284c7' }),
    presets: () => call<Preset[]>('GET', '/timer-presets'),
    createPreset: (preset: Omit<Preset, 'id'>) => call<Preset>('POST', '/timer-presets', preset),
    syncSettings: (settings: Settings) => call<unknown>('POST', '/timer-presets/sync-settings', settings),
    /** Calls that the client does not know: what its user chooses on our page. */
    chooseLongBreak: (settings: Settings & { longBreak: { duration: number; every: number } }) =>
      call<unknown>('POST', '/timer-presets/sync-settings', settings),
    chooseAutoStart: (autoStart: { breaks: boolean; work: boolean }) =>
      call<unknown>('PUT', '/users/profile', { autoStart }),
    entries: () => call<TimeEntry[]>('GET', '/time-entries'),
    runningEntry: () => call<TimeEntry>('GET', '/time-entries/running'),
    createEntry: (entry: SavedSession) => call<TimeEntry>('POST', '/time-entries', entry),
    updateEntry: (id: string, change: Partial<SavedSession>) => call<TimeEntry>('PUT', `/time-entries/${id}`, change),
    stopEntry: () => call<TimeEntry>('POST', '/time-entries/stop'),
    /** The server's time. */
    now: async () => (await call<{ now: number }>('GET', '/timer')).now,
  }
}

export type Rest = ReturnType<typeof createRest>

/** Creates an account and returns its session. */
export async function register(url: string, account: { name: string; email: string; password: string }) {
  const reply = await fetch(`${url}/api/users/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...account, preferredLanguage: 'en', theme: 'light' }),
  })
  const { data } = (await reply.json()) as { data: { token: string; user: { id: string } } }
  return { token: data.token, userId: data.user.id }
}
