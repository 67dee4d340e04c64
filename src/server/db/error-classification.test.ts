import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnreachable, isTransientError } from './error-classification.ts'

const postgresError = (code: string, severity = 'ERROR') =>
  Object.assign(new pg.DatabaseError('told by PostgreSQL', 0, 'error'), { code, severity })

// prettier-ignore
test.each<[what: string, error: Error, isAway: boolean, isPassing: boolean]>([
  ['a server that nobody listens on',     Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true,  true],
  ['the same on each of its addresses',   new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })]), true, true],
  ['a connection that was cut',           new Error('Connection terminated unexpectedly'),               true,  true],
  ['a server that does not answer',       new Error('Query read timeout'),                               true,  true],
  ['a server that stops',                 postgresError('57P01'),                                        true,  true],
  ['a server that starts',                postgresError('57P03'),                                        true,  true],
  ['no room for another connection',      postgresError('53300'),                                        true,  true],
  ['a server that only follows another',  postgresError('25006'),                                        true,  true],
  ['a disk without room for a connection', postgresError('XX000', 'FATAL'),                              true,  true],
  ['a connection closed after it was given up', new Error('Client was closed and is not queryable'),     true,  true],
  ['a full disk',                         postgresError('53100'),                                        true,  true],
  ['a wrong password',                    postgresError('28P01', 'FATAL'),                               false, false],
  ['a statement that took too long',      postgresError('57014'),                                        false, true],
  ['two that got in each other’s way',    postgresError('40001'),                                        false, true],
  ['a row that is there already',         postgresError('23505'),                                        false, false],
  ['a statement that is wrong',           postgresError('42601'),                                        false, false],
  ['a bug of ours',                       new TypeError('undefined is not a function'),                  false, false],
])('O16 %s is told from what will never work', (_what, error, away, passing) => {
  expect(isDatabaseUnreachable(error)).toBe(away)
  expect(isTransientError(error)).toBe(passing)
})

test('O16 a file that another process locks is a passing matter, a wrong statement is not', () => {
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
