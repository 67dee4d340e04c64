import fastify from 'fastify'
import { expect, test } from 'vitest'
import { about } from '#contract/about.ts'
import { type Services, serve } from './serve.ts'

const DECLARED = { name: 'Ritmo', version: '1', creator: 'x', contact: 'x', website: 'x' }

// prettier-ignore
test.each([
  ['the declared fields',   DECLARED,                        200],
  ['more fields',           { ...DECLARED, secret: 'x' },    500],
  ['fewer fields',          { name: 'Ritmo' },               500],
])('S12 in tests a reply with %s is answered %3$s', async (_what, data, status) => {
  const app = fastify()
  const withLoadLimit = (_caller: string, work: () => unknown) => work()
  const limits = { countCall: () => {} }
  const services = { checkReplies: true, callerOf: () => 'Ann', withLoadLimit, limits, maintenance: () => null }
  serve(app, services as unknown as Services, about.read, async () => data as typeof DECLARED)
  expect((await app.inject('/about')).statusCode).toBe(status)
})
