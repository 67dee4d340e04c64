import type { Generated } from 'kysely'

/** Users, and what signs them in. */
export interface AccountTables {
  users: {
    id: string
    name: string
    email: string
    password_hash: string | null
    picture: string | null
    preferred_language: string | null
    theme: string | null
    /** JSON. */
    formats: string | null
    /** JSON. Null: all phases of the timer begin by themselves. */
    auto_start: string | null
    /** JSON. */
    reminders: Generated<string | null>
    verified_at: number | null
    pending_email: string | null
    google_subject: string | null
    /** When the account got its first authenticator app or passkey. Null: the password alone signs in. */
    two_factor_at: Generated<number | null>
    verification_requested_at: number | null
    is_administrator: Generated<0 | 1>
    /** 1: without a verified address the account can do nothing, because the domain of the address has admitted it. */
    must_verify: Generated<0 | 1>
    /** The types of events that active webhooks want, separated by spaces. Null: there are no such webhooks. */
    webhook_events: Generated<string | null>
    /** Null: the user may sign in. */
    disabled_at: Generated<number | null>
    /** JSON: the quotas that differ from those of the server. */
    quotas: Generated<string | null>
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
  /**
   * Finds the user of what is unique over all users, or known before the user is. The row of the user, token or
   * subscription decides; this one only leads there, and may be left over until it expires.
   */
  user_lookups: {
    kind:
      | 'email'
      | 'google'
      | 'openid'
      | 'openid-session'
      | 'reserved-email'
      | 'token'
      | 'nonce'
      | 'push'
      | 'first-user'
      | 'access-token'
      | 'calendar-feed'
      | 'shared-report'
    key: string
    user_id: string
    /** Null if it ends with the user, or with a change of theirs. */
    expires_at: number | null
  }
  /** Hashes of single-use tokens, which are in links sent by email, and of the networks of sign-ins. */
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
    /** The security event that the email is about. */
    event_id: Generated<string | null>
    attempts: number
    due_at: number
    created_at: number
  }
}
