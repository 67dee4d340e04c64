import { isConnectionFailure } from './postgres/pg-error-messages.ts'

type DatabaseFailure = Error & { code?: string; errcode?: number; severity?: string }

const codeOf = (error: DatabaseFailure) => (error.code === 'ERR_SQLITE_ERROR' ? error.errcode : error.code)

const UNIQUE_VIOLATIONS: unknown[] = ['23505', 2067, 1555]

/** Whether a write failed because a row with the same key exists. */
export const isUniqueViolation = (error: DatabaseFailure) => UNIQUE_VIOLATIONS.includes(codeOf(error))

const FOREIGN_KEY_VIOLATIONS: unknown[] = ['23503', 787]

/** Whether a write failed because a row that it refers to does not exist. */
export const isForeignKeyViolation = (error: DatabaseFailure) => FOREIGN_KEY_VIOLATIONS.includes(codeOf(error))

/** Serialization failure, deadlock, and a cached plan that a migration has made invalid. */
const ROLLED_BACK = ['40001', '40P01', '0A000']

/** Whether PostgreSQL rolled the transaction back because of others: it can be retried as it is. */
export const isRolledBack = (error: unknown) => ROLLED_BACK.includes((error as DatabaseFailure).code ?? '')

const NETWORK_ERRORS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
/** Connection lost, too many connections, no resources, server starting or stopping, read-only replica. */
const SERVER_UNAVAILABLE = /^(08|53|57P0)|^25006$/
/** Wrong credentials or no such database: retrying does not help. */
const WRONG_SETTINGS = /^(28|3D)/

/** Whether the database cannot be reached at the moment. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnreachable)
  const { code, severity } = error as DatabaseFailure
  if (code === undefined) return isConnectionFailure(error as Error)
  // FATAL means that PostgreSQL refused or closed the connection. On a full disk its code is XX000 (internal error).
  if (severity === 'FATAL' && !WRONG_SETTINGS.test(code)) return true
  return NETWORK_ERRORS.includes(code) || SERVER_UNAVAILABLE.test(code)
}

/** Statement timeout and lock timeout. */
const POSTGRES_BUSY = ['57014', '55P03']
/** BUSY, LOCKED, READONLY, IOERR, FULL and CANTOPEN. */
const SQLITE_BUSY = [5, 6, 8, 10, 13, 14]

/** Whether the same request may succeed later. */
export function isTransientError(error: DatabaseFailure) {
  if (error.code === 'ERR_SQLITE_ERROR') return SQLITE_BUSY.includes((error.errcode ?? 0) & 0xff)
  return isDatabaseUnreachable(error) || isRolledBack(error) || POSTGRES_BUSY.includes(error.code ?? '')
}

/** The first line of the message. A failed connection is an AggregateError with one error for each address. */
export function summarizeError(error: Error): string {
  if (error instanceof AggregateError) return summarizeError(error.errors[0] as Error)
  return error.message.split('\n')[0] ?? error.name
}
