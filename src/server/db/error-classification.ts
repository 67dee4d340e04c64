import { isConnectionFailure } from './postgres/pg-error-messages.ts'

/** What went wrong in a database, by what can be done about it. */
type DatabaseFailure = Error & { code?: string; errcode?: number; severity?: string }

const codeOf = (error: DatabaseFailure) => (error.code === 'ERR_SQLITE_ERROR' ? error.errcode : error.code)

const UNIQUE_VIOLATIONS: unknown[] = ['23505', 2067, 1555]

/** Whether a write failed because such a row is already there. */
export const isUniqueViolation = (error: DatabaseFailure) => UNIQUE_VIOLATIONS.includes(codeOf(error))

const FOREIGN_KEY_VIOLATIONS: unknown[] = ['23503', 787]

/** Whether a write failed because what its row names is not there. */
export const isForeignKeyViolation = (error: DatabaseFailure) => FOREIGN_KEY_VIOLATIONS.includes(codeOf(error))

/** Serialisation failure, deadlock, a plan that a newer version of the tables has outdated. */
const ROLLED_BACK = ['40001', '40P01', '0A000']

/** Whether a transaction was undone through no fault of its own, and may simply be done again. */
export const isRolledBack = (error: unknown) => ROLLED_BACK.includes((error as DatabaseFailure).code ?? '')

const NETWORK_ERRORS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
/** Connection lost, no room for another, the server starts or stops, it only follows another. */
const SERVER_UNAVAILABLE = /^(08|53|57P0)|^25006$/
/** Who may connect, and to what: waiting does not change that. */
const WRONG_SETTINGS = /^(28|3D)/

/** Whether the database cannot be asked at the moment. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnreachable)
  const { code, severity } = error as DatabaseFailure
  if (code === undefined) return isConnectionFailure(error as Error)
  // For whatever reason it ends a connection, or begins none: without room on its disk it says that that is a bug.
  if (severity === 'FATAL' && !WRONG_SETTINGS.test(code)) return true
  return NETWORK_ERRORS.includes(code) || SERVER_UNAVAILABLE.test(code)
}

/** A statement that took too long, a lock that was not given. */
const BUSY = ['57014', '55P03']
/** SQLite is locked, may not write, cannot read or write its file, has no room left. */
const SQLITE_BUSY = [5, 6, 8, 10, 13, 14]

/** Whether the same request may well succeed later. */
export function isTransientError(error: DatabaseFailure) {
  if (error.code === 'ERR_SQLITE_ERROR') return SQLITE_BUSY.includes((error.errcode ?? 0) & 0xff)
  return isDatabaseUnreachable(error) || isRolledBack(error) || BUSY.includes(error.code ?? '')
}

/** The first line of an error, or of the first error inside it: connection failures arrive as a bundle. */
export function summarizeError(error: Error): string {
  if (error instanceof AggregateError) return summarizeError(error.errors[0] as Error)
  return error.message.split('\n')[0] ?? error.name
}
