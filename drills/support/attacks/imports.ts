import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, CountsByStatus, Target } from './attack.ts'

const FILE_BYTES = 32 * 1024 * 1024
const HEADINGS = 'Start,End,Project,Tags,Notes\n'
const TRICKLE_MS = 5_000
const PAUSE_MS = 100
const UPLOADS_AT_ONCE = 3

/** Files of 32 MB, each expensive in another way. */
const FILES = {
  /** One quoted cell of nothing but doubled quotation marks. */
  'huge cell': () => `${HEADINGS}"${'""'.repeat(FILE_BYTES / 2 - HEADINGS.length)}"`,
  'huge plain cell': () => `${HEADINGS}${'x'.repeat(FILE_BYTES - HEADINGS.length)}`,
  'open quotation mark': () => `${HEADINGS}"${'x'.repeat(FILE_BYTES - HEADINGS.length - 1)}`,
  'millions of columns': () => `${HEADINGS}${','.repeat(FILE_BYTES - HEADINGS.length)}`,
  'millions of headings': () => ','.repeat(FILE_BYTES - 1),
  'empty lines': () => `${HEADINGS}${'\n'.repeat(FILE_BYTES - HEADINGS.length)}`,
  'rows of blanks': () => `${HEADINGS}${' ,\r\n'.repeat((FILE_BYTES - HEADINGS.length) / 4 - 1)}`,
  'rows of quotation marks': () => `${HEADINGS}${'"""""",""\n'.repeat(3_000_000)}`,
  'tiny entries': () => `${HEADINGS}${rows(() => '')}`,
  'a project for each entry': () => `${HEADINGS}${rows((index) => `p${index}`)}`,
  'a hundred tags for each entry': () => {
    const tags = `"${Array.from({ length: 100 }, (_, index) => `t${index}`).join(', ')}"`
    return `${HEADINGS}${rows((index) => `p${index % 10},${tags}`)}`
  },
} satisfies Record<string, () => string>

export type FileName = keyof typeof FILES
export const FILE_NAMES = Object.keys(FILES) as FileName[]

const createFile = (name: FileName) => Buffer.from(FILES[name]())

function rows(restOf: (index: number) => string) {
  const lines: string[] = []
  for (let bytes = HEADINGS.length, index = 0; ; index += 1) {
    const start = new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString().slice(0, 16)
    const line = `${start}Z,${start.slice(0, 14)}59Z,${restOf(index)}\n`
    bytes += line.length
    if (bytes > FILE_BYTES) return lines.join('')
    lines.push(line)
  }
}

/** Imports the same expensive file again and again. */
export const importFileRepeatedly =
  (name: FileName): Attack =>
  async (target, signal) => {
    const file = createFile(name)
    return repeat(() => upload(target, file, signal), signal)
  }

/** Keeps an upload open by sending one byte every five seconds. */
export const trickleUpload: Attack = (target, signal) => repeat(() => trickle(target, signal), signal)

/** Uploads several files at the same time, again and again. */
async function repeat(send: () => Promise<number>, signal: AbortSignal) {
  const counts: CountsByStatus = {}
  const sendInTurn = async () => {
    while (!signal.aborted) {
      const status = await send()
      counts[status] = (counts[status] ?? 0) + 1
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, sendInTurn))
  return counts
}

const openUpload = ({ url, token }: Target, signal: AbortSignal) =>
  request(`${url}/api/imports?zone=UTC`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    agent: false,
    signal,
  })

const statusOf = (sent: ReturnType<typeof openUpload>) =>
  new Promise<number>((resolve) => {
    sent.once('response', (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    sent.once('error', () => resolve(0))
    sent.once('close', () => resolve(0))
  })

function upload(target: Target, file: Buffer, signal: AbortSignal) {
  const sent = openUpload(target, signal)
  const status = statusOf(sent)
  sent.end(file)
  return status
}

async function trickle(target: Target, signal: AbortSignal) {
  const sent = openUpload(target, signal)
  const status = statusOf(sent)
  const timer = setInterval(() => sent.write('x'), TRICKLE_MS)
  sent.write('x')
  try {
    return await status
  } finally {
    clearInterval(timer)
    sent.destroy()
  }
}
