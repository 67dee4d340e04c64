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
    created_at: number
    updated_at: number
  }
  sessions: {
    id: string
    user_id: string
    created_at: number
    expires_at: number
  }
}
