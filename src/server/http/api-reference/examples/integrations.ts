import type { tokens } from '#contract/integrations/tokens.ts'
import { PASSWORD } from './accounts.ts'
import type { ExamplesOf } from './example-types.ts'

const ID = '01950000-0000-7000-8000-00000000a001'
const TOKEN = {
  id: ID,
  name: 'Backup script',
  scopes: ['read' as const],
  ending: 'x7Qd',
  createdAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-05-31T09:00:00.000Z',
  lastUsedAt: null,
  lastAddress: null,
}
const USED = { lastUsedAt: '2026-03-02T09:05:00.000Z', lastAddress: '192.0.2.7' }

export const tokenExamples: ExamplesOf<typeof tokens> = {
  list: { reply: [{ ...TOKEN, ...USED }] },
  create: {
    body: { name: TOKEN.name, scopes: TOKEN.scopes, expiresAt: TOKEN.expiresAt, password: PASSWORD },
    reply: { ...TOKEN, secret: 'ritmo_…x7Qd' },
  },
  revoke: { params: { id: ID }, reply: null },
}
