/** The events of which a webhook can tell, in groups. The names follow Standard Webhooks. */
export const WEBHOOK_EVENTS = {
  timer: ['timer.started', 'timer.paused', 'timer.resumed', 'timer.phase_ended', 'timer.stopped'],
  timeEntries: ['time_entry.created', 'time_entry.updated', 'time_entry.deleted'],
  projects: ['project.created', 'project.updated', 'project.deleted'],
  clients: ['client.created', 'client.updated', 'client.deleted'],
  tasks: ['task.created', 'task.updated', 'task.deleted'],
  tags: ['tag.created', 'tag.updated', 'tag.deleted'],
  /** Changes of any number of items at once, which have no events of their own. */
  bulk: ['import.finished', 'import.undone', 'archive.restored', 'trash.restored'],
} as const

export type EventGroup = keyof typeof WEBHOOK_EVENTS
export type EventType = (typeof WEBHOOK_EVENTS)[EventGroup][number]

export const EVENT_TYPES: readonly EventType[] = Object.values(WEBHOOK_EVENTS).flat()

/** Sent only when the user asks for it. */
export const TEST_EVENT = 'webhook.test'

/** Event types as the database stores them. */
export const joinEventTypes = (types: Iterable<EventType>) => {
  const wanted = new Set(types)
  return EVENT_TYPES.filter((type) => wanted.has(type)).join(' ')
}

export const splitEventTypes = (text: string) => EVENT_TYPES.filter((type) => text.split(' ').includes(type))
