/** Tables that administrators manage, and that belong to no user. */
export interface AdministrationTables {
  /** Links that admit new users. The secret of a link is stored as a hash. */
  invitations: {
    id: string
    hash: string
    /** What its maker wants to remember, such as whom it is for. */
    note: string
    /** The administrator; null for the command line. */
    created_by: string | null
    max_uses: number
    uses: number
    created_at: number
    expires_at: number
  }
  /** What administrators and the command line have done. Rows are only added, and deleted by age. */
  audit_log: {
    id: string
    at: number
    /** Null: the command line. */
    actor_id: string | null
    /** The address of the administrator at that time. */
    actor: string
    action: string
    subject_id: string | null
    /** The address of the user, or the note of the invitation. */
    subject: string | null
    /** JSON. */
    details: string | null
  }
  /** One row while the site is in maintenance. */
  maintenance: {
    id: string
    started_at: number
    message: string
  }
}
