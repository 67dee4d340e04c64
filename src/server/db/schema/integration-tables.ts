import type { DeliveryFailure, DeliveryState, PauseReason } from '#contract/integrations/webhooks.ts'

/** Tables of what users open to other people and programs. */
export interface IntegrationTables {
  /** Tokens with which programs use the API. `tokens` are those of mailed links. */
  access_tokens: {
    user_id: string
    id: string
    hash: string
    /** The last characters of the token. */
    ending: string
    name: string
    /** As in OAuth: words with spaces between them. */
    scopes: string
    /** Null if it does not expire. */
    expires_at: number | null
    used_at: number | null
    used_address: string | null
    created_at: number
  }
  /** Secret calendars of time entries, which calendar programs read. */
  calendar_feeds: {
    user_id: string
    id: string
    name: string
    secret_hash: string
    /** JSON: the ids of clients and projects whose entries it has. */
    selection: string
    /** 1 or 0. */
    has_notes: number
    days: number
    fetched_at: number | null
    created_at: number
    updated_at: number
  }
  /** Calendars of other programs. */
  calendars: {
    user_id: string
    id: string
    name: string
    color: string
    /** 1 or 0. */
    is_visible: number
    /** Suggested for entries. The project may have been deleted. */
    project_id: string | null
    /** The zone of times that name none. */
    zone: string
    /** Null, like the address, for a file. */
    host: string | null
    /** Encrypted, because whoever knows it can read the calendar. */
    address: string | null
    /** What the last reply said about its version. */
    etag: string | null
    modified: string | null
    problem: string | null
    /** In a row. */
    failures: number
    /** 1 if the calendar has more events than are stored. */
    is_shortened: number
    /** When it is read next; null for a file. */
    due_at: number | null
    checked_at: number | null
    read_at: number | null
    created_at: number
    updated_at: number
  }
  /** Events and single occurrences of recurring ones. */
  calendar_events: {
    user_id: string
    calendar_id: string
    id: string
    title: string
    /** For whole days, midnight in UTC. */
    started_at: number
    ended_at: number
    /** Null, like the last day, for events with times. */
    first_day: string | null
    last_day: string | null
  }
  /** Saved views that are shared by a link. It ends with the view. */
  shared_reports: {
    user_id: string
    view_id: string
    /** Of the secret in the link. */
    secret_hash: string
    /** The secret, encrypted with a key that derives from the session key, so that its owner can copy the link again. */
    secret: string
    /** 1 or 0, as the other fields that may be hidden. */
    shows_clients: number
    shows_tasks: number
    shows_tags: number
    shows_entries: number
    shows_notes: number
    /** `YYYY-MM-DD`; null, like the last day, for the range of the view. */
    first_day: string | null
    last_day: string | null
    /** The zone of the device that shared it, for users who have not chosen one. */
    zone: string
    password_hash: string | null
    expires_at: number | null
    views: number
    viewed_at: number | null
    created_at: number
    updated_at: number
  }
  webhooks: {
    user_id: string
    id: string
    url: string
    /** Event types, separated by spaces: they are only read and written together. */
    events: string
    /** Encrypted with a key that derives from the session key. */
    secret: string
    /** Signs as well until `former_secret_until`, so that receivers have time to learn the new one. */
    former_secret: string | null
    former_secret_until: number | null
    /** Null: it is sent what happens. */
    paused_at: number | null
    pause_reason: PauseReason | null
    /** The first of the failed attempts since the last delivered event. */
    failing_since: number | null
    /** The last delivered event. */
    delivered_at: number | null
    /** Of the last attempt: slow receivers share a part of the connections. */
    last_duration_ms: number
    /** The number of events that were too many to wait. */
    dropped: number
    /** When to look for the next delivery. Null: none waits, or it is paused. */
    due_at: number | null
    /** Until then one server sends, so that the deliveries stay in order. */
    claimed_until: number | null
    created_at: number
    updated_at: number
  }
  /** Events that wait, and the log of the last ones. */
  webhook_deliveries: {
    user_id: string
    webhook_id: string
    /** The order of the events of a webhook. */
    position: number
    /** The same for all webhooks, and when it is sent again. */
    event_id: string
    type: string
    /** The body of the request. */
    payload: string
    state: DeliveryState
    /** 1: the user wants it to be sent now, once, before those that wait. */
    is_manual: 0 | 1
    attempts: number
    attempted_at: number | null
    duration_ms: number | null
    /** Null if there was no reply. */
    status: number | null
    failure: DeliveryFailure | null
    /** The beginning of the reply. */
    reply: string | null
    created_at: number
  }
}
