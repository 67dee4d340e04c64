import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endRejectedSession, startSession } from '#web/api/session.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { downloadReport } from './download-report.ts'

const TOKEN = sessionToken()
const QUERY = { from: '2026-03-01', to: '2026-03-07', zone: 'UTC', group: 'project' } as const
const server = vi.fn<typeof fetch>()
const saved: { name: string; file: Blob }[] = []

beforeEach(() => {
  server.mockReset()
  saved.length = 0
  vi.stubGlobal('fetch', server)
  let file = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    file = made as Blob
    return 'blob:made'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file })
  })
  startSession(TOKEN)
})
afterEach(() => {
  endRejectedSession()
  vi.restoreAllMocks()
})

function fileOf(parts: string[], failure?: Error) {
  const waiting = parts.map((part) => new TextEncoder().encode(part))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = waiting.shift()
      if (part !== undefined) controller.enqueue(part)
      else if (failure === undefined) controller.close()
      else controller.error(failure)
    },
  })
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="ritmo-a--b.csv"' }
  return new Response(body, { headers })
}

test('X8 a report is fetched with the session token and saved under the name from the server', async () => {
  server.mockResolvedValueOnce(fileOf(['one,', 'two']))
  const progress: number[] = []
  const onProgress = (bytes: number) => void progress.push(bytes)
  await downloadReport(QUERY, 'csv', { signal: new AbortController().signal, onProgress })
  const [url, { headers }] = server.mock.calls[0] as [string, { headers: Headers }]
  expect(url).toBe('/api/reports/export?from=2026-03-01&to=2026-03-07&zone=UTC&group=project&format=csv')
  expect(headers.get('authorization')).toBe(`Bearer ${TOKEN}`)
  expect(progress).toEqual([4, 7])
  expect(saved.map(({ name }) => name)).toEqual(['ritmo-a--b.csv'])
  expect(await saved[0]!.file.text()).toBe('one,two')
})

test('X8 an incomplete download is not saved', async () => {
  server.mockResolvedValueOnce(fileOf(['one,'], new TypeError('network error')))
  const attempt = downloadReport(QUERY, 'csv', { signal: new AbortController().signal, onProgress: () => {} })
  await expect(attempt).rejects.toMatchObject({ code: 'offline' })
  expect(saved).toEqual([])
})

test('X8 a rejected export fails with the error of the server', async () => {
  const body = { ok: false, code: 'rate-limited', message: 'Too many', error: 'Too many' }
  server.mockResolvedValueOnce(new Response(JSON.stringify(body), { status: 429 }))
  const attempt = downloadReport(QUERY, 'csv', { signal: new AbortController().signal, onProgress: () => {} })
  await expect(attempt).rejects.toMatchObject({ code: 'rate-limited', message: 'Too many' })
  expect(saved).toEqual([])
})
