import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect } from './app.ts'

interface Plan {
  /** How long ago it was started. */
  ago: number
  work?: number
  break?: number
  repetitions?: number
}

/** What one user has, through the API. */
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
    remove: (kind: string, id: unknown) => request.delete(`/api/${kind}/${String(id)}`, { headers }),
    /** Starts a run on another device, some time ago. */
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

export const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const expectButton = (page: Page, name: string) =>
  expect(page.getByRole('button', { name, exact: true })).toBeVisible()
export const expectMessage = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
export const clock = (page: Page) => page.getByRole('timer')
export const timerRegion = (page: Page) => page.getByRole('region', { name: 'Focus timer' })
export const saveDialog = (page: Page) => page.getByRole('dialog', { name: 'Save Session' })

/**
 * Notes everything that appears on a page from now on, and tells how often a text did: a message may be gone by the
 * time that a story looks for it, when it lets a minute pass at once.
 */
export async function recordTexts(page: Page) {
  const notes = await page.evaluateHandle(() => {
    const texts: string[] = []
    const note = (records: MutationRecord[]) =>
      records.forEach(({ addedNodes }) => addedNodes.forEach(({ textContent }) => texts.push(textContent ?? '')))
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true })
    return texts
  })
  return (text: string) => notes.evaluate((texts, text) => texts.filter((one) => one.includes(text)).length, text)
}
