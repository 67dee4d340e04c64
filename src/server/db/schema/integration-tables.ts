/** Tables of what users open to other people and programs. */
export interface IntegrationTables {
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
}
