import fastify from 'fastify'
import { expect, test } from 'vitest'
import { about } from '#contract/about.ts'
import { type Services, serve } from './serve.ts'

const DECLARED = { name: 'Ritmo', version: '1', creator: 'x', contact: 'x', website: 'x' }

// prettier-ignore
test.each([
  ['what it declares',      DECLARED,                        200],
  ['more than it declares', { ...DECLARED, secret: 'x' },    500],
  ['less',                  { name: 'Ritmo' },               500],
])('S12 no test passes in which an endpoint replies with %s, unless that is its contract', async (_what, data, status) => {
  const app = fastify()
  const gate = (_caller: string, work: () => unknown) => work()
  const services = { checkReplies: true, callerOf: () => 'Ann', gate, limits: { countCall: () => {} } }
  serve(app, services as unknown as Services, about.read, async () => data as typeof DECLARED)
  expect((await app.inject('/about')).statusCode).toBe(status)
})
