import type { Generated } from 'kysely'
import type { TrashKind } from '#contract/trash.ts'
import type { EstimateUnit } from '#core/tasks/estimate.ts'
import type { AccountTables } from './schema/account-tables.ts'
import type { AdministrationTables } from './schema/administration-tables.ts'
import type { IntegrationTables } from './schema/integration-tables.ts'
import type { OpenidTables } from './schema/openid-tables.ts'
import type { SecurityTables } from './schema/security-tables.ts'

/** The tables for Kysely. All columns are text or bigint, so both engines store the same values. */
export interface Schema extends AccountTables, AdministrationTables, IntegrationTables, OpenidTables, SecurityTables {
  /** Counters of the rate limits. Their keys are hashes, as they are made of email and network addresses. */
  attempts: {
    key: string
    count: number
    ends_at: number
  }
  /** The id of the resource that the first request with an `Idempotency-Key` has created. Keys are hashed. */
  idempotency_keys: {
    user_id: string
    hash: string
    resource_id: string
    created_at: number
  }
  clients: UserOwned & {
    name: string
    contact_info: string
    color: string
  }
  projects: UserOwned & {
    name: string
    description: string
    color: string
    client_id: string | null
    status: 'active' | 'archived'
    /** 1 or 0. */
    pinned: Generated<number>
  }
  tasks: UserOwned & {
    project_id: string
    name: string
    description: string
    status: 'pending' | 'inProgress' | 'completed'
    /** Null, like the amount, if there is no estimate. */
    estimate_unit: EstimateUnit | null
    estimate_amount: number | null
    /** Null, like the position and the time, if the task is not in the plan of the day. */
    planned_sessions: number | null
    plan_position: number | null
    planned_at: number | null
  }
  tags: UserOwned & {
    name: string
    /** The normalized name, unique for each user. */
    name_key: string
    color: string
  }
  timer_presets: UserOwned & {
    name: string
    work_minutes: number
    break_minutes: number
    repetitions: number
    /** Null, like the number of work phases before it, if there is none. */
    long_break_minutes: number | null
    long_break_every: number | null
  }
  report_views: UserOwned & {
    name: string
    search: string
  }
  /** A goal counts from its first day until the next one of the same project. */
  goals: {
    user_id: string
    /** Made of the project and the first day, because there is at most one for both. */
    id: string
    /** Null for all work. */
    project_id: string | null
    /** `YYYY-MM-DD` */
    first_day: string
    /** JSON of the targets for days and weeks. */
    targets: string
  }
  /** Users who get the review of each week by mail. */
  week_review_mails: {
    user_id: string
    /** The zone of the device that turned it on, for users who have not chosen one. */
    zone: string
    due_at: number
  }
  time_entries: UserOwned & {
    project_id: string
    task_id: string | null
    started_at: number
    ended_at: number
    duration_ms: number
    notes: string
    focus_session_key: string | null
    /** The planned length of the focus session. */
    planned_ms: number | null
    zone: string | null
    /** The import that created the entry. */
    import_id: string | null
  }
  time_entry_tags: {
    user_id: string
    entry_id: string
    tag_id: string
  }
  /** The segments of an entry, several if it has pauses. They add up to its duration, and reports are sums of them. */
  time_entry_segments: {
    user_id: string
    entry_id: string
    started_at: number
    ended_at: number
  }
  /** Imported files. */
  imports: {
    user_id: string
    id: string
    file_name: string
    /** Hash of the file and the options: the same again is the same import. */
    file_hash: string
    format: string
    /** The number of entries that were created. */
    entries: number
    created_at: number
    /** Null while the import runs, or if it was interrupted. */
    finished_at: number | null
    /** The number of rows of the file. */
    file_rows: Generated<number>
    /** The number of rows that are read and written. */
    read_rows: Generated<number>
    /** When the last rows were written. */
    active_at: Generated<number>
    /** The file that was sent in parts, to continue the import; null if the request had the file. */
    upload_id: string | null
    /** The query of the request as JSON, to continue the import. */
    query: string | null
  }
  /** Clients, projects, tasks and tags that an import created. */
  import_records: {
    user_id: string
    import_id: string
    kind: 'client' | 'project' | 'task' | 'tag'
    record_id: string
  }
  /** Files that are sent in parts. */
  uploads: {
    user_id: string
    id: string
    file_name: string
    bytes: number
    /** When the file was last changed on the device. */
    modified_at: number | null
    created_at: number
    /** When a part arrived or the file was read last. */
    active_at: number
  }
  upload_parts: {
    user_id: string
    upload_id: string
    number: number
    /** Compressed, in base64. */
    content: string
  }
  /** The latest restore of an archive into each account. */
  archive_restores: {
    user_id: string
    /** The number of lines of the archive. */
    lines: number
    /** The number of lines that are restored. */
    done_lines: number
    started_at: number
    /** When the last lines were restored; 0 if the restore failed. */
    active_at: number
    /** Null while the restore runs, or if it was interrupted. */
    finished_at: number | null
  }
  /** One row for each user who has ever used the timer. */
  timers: {
    user_id: string
    revision: number
    /** When the next phase change is due. */
    due_at: number | null
    /** Focus sessions up to this time are saved as time entries. */
    saved_until: number
    /** When the user's last connection ended. */
    seen_at: number
    /** When a legacy client, which saves entries itself, was last connected. */
    legacy_seen_at: number | null
    /** Until when a server is ending the phase that is due. */
    claimed_until: number | null
  }
  timer_runs: {
    user_id: string
    id: string
    started_at: number
    /** The start of the run, or of the entry that it continues. */
    counts_from: number
    /** Null while the run is open. */
    ended_at: number | null
    /** The run as JSON. */
    run: string
    created_at: number
  }
  /** Every command ever received, with its outcome: a command that is sent again changes nothing. */
  timer_commands: {
    user_id: string
    id: string
    device: string
    sequence: number
    code: string | null
    is_accepted: number
    received_at: number
  }
  /** Focus sessions whose time entries the user has edited or deleted: the timer does not write them again. */
  focus_session_overrides: {
    user_id: string
    focus_session_key: string
    kind: 'edited' | 'deleted'
  }
  /** Each row is one deletion by the user, until it expires. */
  trash: {
    user_id: string
    id: string
    kind: TrashKind
    /** The deleted item; null for time entries. */
    record_id: string | null
    name: string
    device: string
    /** While it is `deleting` or `restoring`, rows are moved in small transactions; an interrupted move can be repeated. */
    state: 'deleting' | 'kept' | 'restoring' | 'restored'
    /** 0: it is deleted for ever as soon as possible. */
    deleted_at: number
    entries: number
    milliseconds: number
    entry_tags: number
    /** The size of the texts, as quotas count it. */
    text_bytes: number
  }
  /** The deleted rows, and copies of rows that they refer to. */
  trash_rows: {
    user_id: string
    trash_id: string
    source: TrashSource
    id: string
    /** 1 or 0. A copy is restored only if a restored row refers to it. */
    is_copy: number
    /** The row as JSON. */
    content: string
  }
  /** The former values of changed time entries. */
  time_entry_changes: {
    user_id: string
    entry_id: string
    /** Counts the changes of the entry from 1. */
    number: number
    kind: 'edit' | 'timer' | 'restore'
    device: string
    changed_at: number
    /** JSON of the values that the change has replaced. */
    former: string
  }
  /** Browsers that receive push messages. They are deleted with the login session that subscribed them. */
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
  /** When a server looks next whether a user is to be reminded of something. */
  reminder_schedule: {
    user_id: string
    /** Null if no reminder is on. */
    due_at: number | null
    /** JSON: for each reminder, the day or the run for which it was sent last. */
    sent: string
  }
  /** The state of scheduled backups: a single row. */
  backup_schedule: {
    id: string
    /** The server that makes a backup at the moment. */
    claimed_by: string | null
    claimed_until: number
    /** When the last good backup was made; null if none was. */
    finished_at: number | null
    /** The size of that backup. */
    bytes: number | null
  }
}

/** The table of a deleted row, or the column or table of a reference to the deleted item. */
export type TrashSource =
  | 'clients'
  | 'projects'
  | 'tasks'
  | 'tags'
  | 'timer_presets'
  | 'report_views'
  | 'goals'
  | 'imports'
  | 'import_records'
  | 'time_entries'
  | 'projects.client_id'
  | 'time_entries.task_id'
  | 'time_entry_tags'

/** Columns of every table whose primary key is (user_id, id). */
interface UserOwned {
  user_id: string
  id: string
  created_at: number
  updated_at: number
}
