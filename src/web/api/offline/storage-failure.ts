/**
 * The names of exceptions with which IndexedDB fails although the code is right: a full disk, a private window, a lost
 * connection, a database of a later version. `DataError`, `TransactionInactiveError` and the like are bugs.
 */
const STORAGE_FAILURES: readonly unknown[] = [
  'AbortError',
  'InvalidStateError',
  'NotFoundError',
  'NotReadableError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  'UnknownError',
  'VersionError',
]

/** Whether the browser could not store or read something. Anything else that was thrown is a bug. */
export const isStorageFailure = (error: unknown) => error instanceof Error && STORAGE_FAILURES.includes(error.name)
