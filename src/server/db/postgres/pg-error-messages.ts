/**
 * `pg` and `pg-pool` give these errors no code, so their messages are all that tells them apart.
 * `connection.test.ts` provokes each of them, so it fails if an upgrade of `pg` changes a message.
 */
const QUERY_TIMEOUT = 'Query read timeout'
export const POOL_TIMEOUT = 'timeout exceeded when trying to connect'
const CONNECTION_LOST = /^Connection terminated|is not queryable$/

/** The server sent no reply within `query_timeout`. */
export const isQueryTimeout = ({ message }: Error) => message === QUERY_TIMEOUT

/** Any error without a code that means: there is no working connection at the moment. */
export const isConnectionFailure = (error: Error) =>
  isQueryTimeout(error) || error.message === POOL_TIMEOUT || CONNECTION_LOST.test(error.message)
