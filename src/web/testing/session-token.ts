/** A token that does not expire before 2096. */
export const sessionToken = (userId?: string) =>
  `header.${btoa(JSON.stringify({ exp: 4_000_000_000, sub: userId }))}.signature`
