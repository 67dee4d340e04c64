import type { SecurityEventKind } from '#contract/security/events.ts'

export interface SecurityTables {
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
