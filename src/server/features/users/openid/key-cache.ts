import * as oauth from 'openid-client'

/** A key that is not among the known ones makes the server fetch the keys again, at most this often. */
const COOLDOWN_MS = 10_000
/** `openid-client` fetches them only if they are older than a minute: a provider may change its key at any moment. */
const REFETCHABLE_AGE_SECONDS = 61

/** Keeps the public keys of one provider between sign-ins. */
export function createKeyCache(now: () => number) {
  let known: { cache: oauth.ExportedJWKSCache; fetchedAt: number } | undefined

  return {
    /** Runs something that checks signatures, with the known keys. */
    async useFor<T>(client: oauth.Configuration, work: () => Promise<T>): Promise<T> {
      const before = known
      const uat = before && fetchTimeOf(before)
      if (before !== undefined && uat !== undefined) oauth.setJwksCache(client, { ...before.cache, uat })
      try {
        return await work()
      } finally {
        const cache = oauth.getJwksCache(client)
        if (cache !== undefined && cache.uat !== uat) known = { cache, fetchedAt: now() }
      }
    },
  }

  /** When the keys were fetched, in seconds; earlier than that if they may be fetched again. */
  function fetchTimeOf({ cache: { uat }, fetchedAt }: NonNullable<typeof known>) {
    const mayRefetch = now() - fetchedAt >= COOLDOWN_MS
    return mayRefetch ? Math.min(uat, Math.floor(Date.now() / 1_000) - REFETCHABLE_AGE_SECONDS) : uat
  }
}
