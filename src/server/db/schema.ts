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
  /** The queue of emails that were not sent yet. */
  emails: {
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
  report_views: Owned & {
    name: string
    search: string
  }
  time_entries: Owned & {
    project_id: string
    task_id: string | null
    started_at: number
    ended_at: number
    duration_ms: number
    notes: string
    session_key: string | null
    /** How long the session was to be. */
    planned_ms: number | null
    zone: string | null
    /** What it came with. */
    import_id: string | null
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
  /** Files of time entries that were imported. */
  imports: {
    user_id: string
    id: string
    file_name: string
    /** Of what it was asked for with: the same again is the same import. */
    file_hash: string
    format: string
    /** How many it made. */
    entries: number
    created_at: number
    /** Null: it was cut short, or goes on. */
    finished_at: number | null
  }
  /** What an import made beside entries. */
  import_things: {
    user_id: string
    import_id: string
    kind: 'client' | 'project' | 'task' | 'tag'
    thing_id: string
  }
  /** One row for each user whose timer has ever run. */
  timers: {
    user_id: string
    revision: number
    /** When something will happen by itself. */
    due_at: number | null
    /** Up to when sessions have become time entries. */
    settled_at: number
    /** When the user's last connection ended. */
    seen_at: number
    /** When a client was last connected that knows nothing of commands, and so saves entries itself. */
    plain_seen_at: number | null
  }
  timer_runs: {
    user_id: string
    id: string
    started_at: number
    /** Its start, or that of the entry it continues. */
    counts_from: number
    /** Null for one that goes on. */
    ended_at: number | null
    /** As JSON. */
    run: string
    created_at: number
  }
  /** Every command that was ever taken in, with its verdict, so that one that comes again changes nothing. */
  timer_commands: {
    user_id: string
    id: string
    device: string
    sequence: number
    code: string | null
    is_accepted: number
    received_at: number
  }
  /** Sessions whose time entries the user has changed or deleted: the timer leaves them alone. */
  session_overrides: {
    user_id: string
    session_key: string
    kind: 'edited' | 'deleted'
  }
  /** Browsers that want to hear of the timer while no page is open. They go with the session that asked for it. */
  push_subscriptions: {
    user_id: string
    id: string
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    language: string
    created_at: number
  }
}

/** What every row of a user's things has; its key is the first two. */
interface Owned {
  user_id: string
  id: string
  created_at: number
  updated_at: number
}
