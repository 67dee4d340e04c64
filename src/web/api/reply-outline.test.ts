import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { timeEntries } from '#contract/time-entries.ts'
import { users } from '#contract/users.ts'
import { outlineOf, type ReplyOutline } from './reply-outline.ts'

const Item = z.object({ id: z.string(), end: z.nullable(z.string()), note: z.optional(z.string()) })

// prettier-ignore
test.each<[what: string, reply: z.core.$ZodType, outline: Omit<ReplyOutline, 'version'>]>([
  ['an object',               Item,                  { shape: 'object', fields: ['id'] }],
  ['a list of objects',       z.array(Item),         { shape: 'list',   fields: ['id'] }],
  ['a list of lists',         z.array(z.array(Item)), { shape: 'list',  fields: [] }],
  ['nothing',                 z.null(),              { shape: 'null',   fields: [] }],
  ['an object or nothing',    z.nullable(Item),      { shape: 'other',  fields: [] }],
  ['the content of a file',   z.string(),            { shape: 'other',  fields: [] }],
])('the outline of %s', (_what, reply, outline) => {
  expect(outlineOf({ reply })).toMatchObject(outline)
})

test('an outline in place of a schema is used as it is', () => {
  for (const endpoint of Object.values(api).flatMap((endpoints) => Object.values(endpoints))) {
    const outline = outlineOf(endpoint)
    const built = { reply: JSON.parse(JSON.stringify(outline)) as ReplyOutline }
    expect(outlineOf(built)).toEqual(outline)
  }
})

test('replies of the contract have the fields that the app relies on', () => {
  expect(outlineOf(users.login).fields).toEqual(['token', 'user'])
  expect(outlineOf(timeEntries.list)).toMatchObject({ shape: 'list' })
  expect(outlineOf(timeEntries.list).fields).toContain('segments')
  expect(outlineOf(timeEntries.list).fields).not.toContain('endTime')
})
