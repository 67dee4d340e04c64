import { parse } from 'csv-parse/sync'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import type { Summary } from '#contract/reports.ts'
import { DAY_MS } from '#core/time/units.ts'
import { testApp } from './test-app.ts'
import { trackTime } from './track-time.ts'

/** A user who exports reports, by default of March 2026 in Madrid. */
export async function testExports() {
  const parts = await testApp()
  const ann = await parts.signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const address = (query: Record<string, string>) =>
    new URLSearchParams({
      from: '2026-03-01',
      to: '2026-03-31',
      zone: 'Europe/Madrid',
      group: 'project',
      ...query,
    }).toString()
  const download = async (format: string, query: Record<string, string> = {}) => {
    const reply = await ann.get(`/reports/export?${address({ ...query, format })}`)
    expect(reply.statusCode, reply.body.slice(0, 500)).toBe(200)
    return reply.rawPayload
  }
  const table = async (format: string, query: Record<string, string> = {}): Promise<Record<string, string>[]> =>
    parse(await download(format, query), { bom: true, columns: true, record_delimiter: '\r\n' })
  const summary = async (query: Record<string, string>): Promise<Summary> =>
    (await ann.get(`/reports/summary?${address(query)}`)).json().data
  return {
    ...parts,
    ann,
    make,
    address,
    download,
    table,
    summary,
    track: trackTime.bind(undefined, parts.db, ann.user.id),
  }
}

/** Reads a duration, which the library returns as a date. */
export const readDurationCell = (cell: unknown) =>
  Math.round(cell instanceof Date ? cell.getTime() + 25_569 * DAY_MS : Number(cell) * DAY_MS)

/** Reads a text, whose control characters the library leaves escaped. */
export const readTextCell = (cell: unknown) =>
  String(cell).replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

export async function readPdfPages(file: Buffer) {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)))
  return text
}
