import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnreachable, isTransientError } from './error-classification.ts'

const postgresError = (code: string, severity = 'ERROR') =>
  Object.assign(new pg.DatabaseError('an error of PostgreSQL', 0, 'error'), { code, severity })

// prettier-ignore
test.each<[what: string, error: Error, isUnreachable: boolean, isTransient: boolean]>([
  ['a refused connection',                Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true,  true],
  ['one refused on each address',         new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })]), true, true],
  ['a connection that was closed',        new Error('Connection terminated unexpectedly'),               true,  true],
  ['a query without a reply',             new Error('Query read timeout'),                               true,  true],
  ['a server that stops',                 postgresError('57P01'),                                        true,  true],
  ['a server that starts',                postgresError('57P03'),                                        true,  true],
  ['too many connections',                postgresError('53300'),                                        true,  true],
  ['a read-only replica',                postgresError('25006'),                                        true,  true],
  ['a connection refused on a full disk', postgresError('XX000', 'FATAL'),                              true,  true],
  ['a client closed after a timeout',   new Error('Client was closed and is not queryable'),     true,  true],
  ['a full disk',                         postgresError('53100'),                                        true,  true],
  ['a wrong password',                    postgresError('28P01', 'FATAL'),                               false, false],
  ['a statement that took too long',      postgresError('57014'),                                        false, true],
  ['a serialization failure',             postgresError('40001'),                                        false, true],
  ['a duplicate row',                     postgresError('23505'),                                        false, false],
  ['a syntax error',                      postgresError('42601'),                                        false, false],
  ['a bug of ours',                       new TypeError('undefined is not a function'),                  false, false],
])('O16 %s is classified as unreachable, transient or permanent', (_what, error, isUnreachable, isTransient) => {
  expect(isDatabaseUnreachable(error)).toBe(isUnreachable)
  expect(isTransientError(error)).toBe(isTransient)
})

test('O16 a locked SQLite file is a transient error, a syntax error is not', () => {
  const file = `file:${crypto.randomUUID()}?mode=memory&cache=shared`
  const [one, other] = [new DatabaseSync(file), new DatabaseSync(file)]
  one.exec('create table t (x); begin immediate')
  const failure = (statement: string) => {
    try {
      other.exec(statement)
    } catch (error) {
      return error as Error
    }
    return undefined
  }
  expect(isTransientError(failure('begin immediate')!)).toBe(true)
  expect(isTransientError(failure('nonsense')!)).toBe(false)
})
