import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect } from './app.ts'

interface Plan {
  /** Milliseconds since its start. */
  ago: number
  work?: number
  break?: number
  repetitions?: number
}

/** The API, called as one user. */
export function userApi(request: APIRequestContext, { token }: { token: string }) {
  const headers = { authorization: `Bearer ${token}` }
  async function list(kind: string) {
    const reply = await request.get(`/api/${kind}`, { headers })
    return ((await reply.json()) as { data: Record<string, unknown>[] }).data
  }
  async function projectId() {
    await expect.poll(() => list('projects')).not.toHaveLength(0)
    return String((await list('projects'))[0]?.['id'])
  }
  return {
    list,
    /** Creates something of a kind, such as `projects`, and returns its id. */
    async create(kind: string, data: object) {
      const reply = await request.post(`/api/${kind}`, { headers, data })
      return ((await reply.json()) as { data: { id: string } }).data.id
    },
    remove: (kind: string, id: unknown) => request.delete(`/api/${kind}/${String(id)}`, { headers }),
    /** Starts a run as if on another device, some time ago. */
    async startRun({ ago, work = 25, break: rest = 5, repetitions = 4 }: Plan) {
      const event = {
        type: 'start',
        at: Date.now() - ago,
        runId: randomUUID(),
        subject: { projectId: await projectId(), taskId: null, notes: '', tags: [] },
        config: { workMs: work * MINUTE_MS, breakMs: rest * MINUTE_MS, repetitions },
        isInfinite: false,
      }
      const command = { id: randomUUID(), device: randomUUID(), sequence: 1, base: null, sawWait: false, event }
      await request.post('/api/timer/commands', { headers, data: { commands: [command] } })
    },
  }
}
