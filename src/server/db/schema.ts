/** The tables, as Kysely sees them. Columns are text and bigint only, so that both engines hold the same values. */
export interface Schema {
  users: {
    id: string
    name: string
    email: string
    password_hash: string | null
    picture: string | null
    preferred_language: string | null
    theme: string | null
    verified_at: number | null
    pending_email: string | null
    google_subject: string | null
    verification_requested_at: number | null
    created_at: number
    updated_at: number
  }
  sessions: {
    id: string
    user_id: string
    user_agent: string
    address: string | null
    created_at: number
    seen_at: number
    expires_at: number
  }
  /** Single-use secrets that were mailed, or that Google vouched for. */
  tokens: {
    hash: string
    purpose: string
    user_id: string
    email: string | null
    expires_at: number
  }
  /** Mail still to be sent. */
  letters: {
    id: string
    kind: string
    user_id: string | null
    email: string
    language: string
    attempts: number
    due_at: number
    created_at: number
  }
  /** What is limited, counted. Keys are hashes: they stand for addresses of people and of machines. */
  attempts: {
    key: string
    count: number
    ends_at: number
  }
  clients: Owned & {
    name: string
    contact_info: string
    color: string
  }
  projects: Owned & {
    name: string
    description: string
    color: string
    client_id: string | null
    status: 'active' | 'archived'
  }
  tasks: Owned & {
    project_id: string
    name: string
    description: string
    status: 'pending' | 'inProgress' | 'completed'
  }
  tags: Owned & {
    name: string
    /** The name as it is compared: unique for each user. */
    name_key: string
    color: string
  }
  timer_presets: Owned & {
    name: string
    work_minutes: number
    break_minutes: number
    repetitions: number
  }
  time_entries: Owned & {
    project_id: string
    task_id: string | null
    started_at: number
    /** Null while it runs, which one of a user's may. */
    ended_at: number | null
    duration_ms: number
    notes: string
    session_key: string | null
    zone: string | null
  }
  time_entry_tags: {
    user_id: string
    entry_id: string
    tag_id: string
  }
  /** The worked stretches of an ended entry: one or, with pauses, more. They add up to its duration; reports cut these. */
  time_entry_segments: {
    user_id: string
    entry_id: string
    started_at: number
    ended_at: number
  }
}

/** What every row of a user's things has; its key is the first two. */
interface Owned {
  user_id: string
  id: string
  created_at: number
  updated_at: number
}
