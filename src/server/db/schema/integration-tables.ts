export interface IntegrationTables {
  /** Tokens with which programs use the API. `tokens` are those of mailed links. */
  access_tokens: {
    user_id: string
    id: string
    hash: string
    /** The last characters of the token. */
    ending: string
    name: string
    /** As in OAuth: words with spaces between them. */
    scopes: string
    /** Null if it does not expire. */
    expires_at: number | null
    used_at: number | null
    used_address: string | null
    created_at: number
  }
}
