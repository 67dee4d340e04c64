import type { SecurityEventKind } from '#contract/security/events.ts'

export interface SecurityTables {
  authenticator_apps: {
    user_id: string
    /** Encrypted with a key that derives from the session key. */
    secret: string
    /** The newest time step whose code was used. */
    last_step: number
    /** Null until the first code: the app does not count yet. */
    confirmed_at: number | null
    created_at: number
  }
  /** Hashes of the recovery codes that were not used yet. */
  recovery_codes: {
    user_id: string
    hash: string
  }
  passkeys: {
    user_id: string
    /** The id that its authenticator has given it, in base64url. */
    id: string
    public_key: string
    sign_count: number
    /** How a browser reaches it, as JSON. */
    transports: string
    /** 1 or 0. */
    is_synced: number
    name: string
    used_at: number | null
    created_at: number
  }
  /** What concerned the security of an account, for 90 days. */
  security_events: {
    user_id: string
    id: string
    kind: SecurityEventKind
    /** The id of what was added, such as a passkey. */
    subject: string | null
    user_agent: string
    /** Null, with an empty user agent, if an administrator did it. */
    address: string | null
    /** The hash of the token in the link "This was not me". Null once the link is used. */
    link_hash: string | null
    created_at: number
  }
}
