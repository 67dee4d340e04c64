/** What went wrong in a database, by what can be done about it. */
type Failure = Error & { code?: string; errcode?: number; severity?: string }

const codeOf = (error: Failure) => (error.code === 'ERR_SQLITE_ERROR' ? error.errcode : error.code)

const DUPLICATES: unknown[] = ['23505', 2067, 1555]

/** Whether a write failed because such a row is already there. */
export const isDuplicate = (error: Failure) => DUPLICATES.includes(codeOf(error))

const ORPHANS: unknown[] = ['23503', 787]

/** Whether a write failed because what its row names is not there. */
export const isOrphan = (error: Failure) => ORPHANS.includes(codeOf(error))

/** Serialisation failure, deadlock, a plan that a newer version of the tables has outdated. */
const UNDONE = ['40001', '40P01', '0A000']

/** Whether a transaction was undone through no fault of its own, and may simply be done again. */
export const isUndone = (error: unknown) => UNDONE.includes((error as Failure).code ?? '')

const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
/** Connection lost, no room for another, the server starts or stops, it only follows another. */
const SERVER = /^(08|53|57P0)|^25006$/
/** Who may connect, and to what: waiting does not change that. */
const SETTING = /^(28|3D)/
/** What `pg` says without a code. */
const WORDS = /Connection terminated|is not queryable|timeout exceeded when trying to connect|Query read timeout/

/** Whether the database cannot be asked at the moment. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway)
  const { code, message, severity } = error as Failure
  if (code === undefined) return WORDS.test(message)
  // For whatever reason it ends a connection, or begins none: without room on its disk it says that that is a bug.
  if (severity === 'FATAL' && !SETTING.test(code)) return true
  return NETWORK.includes(code) || SERVER.test(code)
}

/** A statement that took too long, a lock that was not given. */
const BUSY = ['57014', '55P03']
/** SQLite is locked, may not write, cannot read or write its file, has no room left. */
const SQLITE_BUSY = [5, 6, 8, 10, 13, 14]

/** Whether the same request may well succeed later. */
export function isPassing(error: Failure) {
  if (error.code === 'ERR_SQLITE_ERROR') return SQLITE_BUSY.includes((error.errcode ?? 0) & 0xff)
  return isAway(error) || isUndone(error) || BUSY.includes(error.code ?? '')
}

/** The first line of an error, or of the first error inside it: connection failures arrive as a bundle. */
export function reasonOf(error: Error): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0] as Error)
  return error.message.split('\n')[0] ?? error.name
}
