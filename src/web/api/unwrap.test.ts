import { expect, test } from 'vitest'
import { unwrap } from './unwrap.ts'

const user = { id: 'u1', name: 'Somebody' }
const session = { token: 't', user }
const list = [{ id: 'p1' }, { id: 'p2' }]

// prettier-ignore
const cases = [
  // shape                                 body                                       answer
  ['a session in an envelope',             { ok: true, data: session },               session],
  ['a bare session',                       session,                                   session],
  ['a profile as data',                    { data: user },                            user],
  ['a profile as user',                    { user },                                  user],
  ['a profile as user with a message',     { success: true, message: 'Done', user },  user],
  ['a profile as user in an envelope',     { ok: true, data: { user } },              user],
  ['a bare profile',                       user,                                      user],
  ['a list in an envelope',                { ok: true, data: list },                  list],
  ['a list as data',                       { data: list },                            list],
  ['a bare list',                          list,                                      list],
  ['nothing in an envelope',               { ok: true, data: null },                  null],
  ['nothing at all',                       undefined,                                 undefined],
  ['an id called _id',                     { data: { _id: 'p1', at: { _id: 'c1' } } }, { id: 'p1', _id: 'p1', at: { id: 'c1', _id: 'c1' } }],
  ['whole related objects',                [{ id: 'e1', project: { id: 'p1' }, task: null, tags: [{ _id: 'g1' }, 'g2'] }], [{ id: 'e1', project: 'p1', task: null, tags: ['g1', 'g2'] }]],
  ['a whole user in an item',              { data: { _id: 'p1', user } },             { id: 'p1', _id: 'p1', user: 'u1' }],
  ['ids called _id in a list',             [{ _id: 'p1' }],                           [{ id: 'p1', _id: 'p1' }],
  ],
  ['both ids',                             { _id: 'x', id: 'p1' },                    { _id: 'x', id: 'p1' }],
] as const

test.each(cases)('W9 the data is found in %s', (_, body, answer) => {
  expect(unwrap(body)).toEqual(answer)
})
