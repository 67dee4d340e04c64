export interface OpenidTables {
  /** Accounts at OpenID providers: one of each issuer for each user. */
  openid_identities: {
    user_id: string
    id: string
    issuer: string
    subject: string
    /** The address at the provider, or the subject if it told none. */
    label: string
    linked_at: number
    used_at: number
  }
  /** The sessions that began at an OpenID provider. */
  openid_sessions: {
    user_id: string
    session_id: string
    provider: string
    issuer: string
    subject: string
    /** The provider's id of its own session; null if it has none. */
    provider_session: string | null
    /** Encrypted with a key that derives from JWT_SECRET. */
    id_token: string
  }
}
