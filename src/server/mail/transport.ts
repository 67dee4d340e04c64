import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** What the mail is about, for the log of a server that has no mail server. */
  link?: string
}

export type SendMail = (mail: Mail) => Promise<void>

const PATIENCE_MS = 15_000

/** Mail goes to the mail server; without one, to files in a folder, with the link in the log. */
export function openMail({ mail: { smtpUrl, from }, dataDir }: Config, log: FastifyBaseLogger): SendMail {
  return smtpUrl === undefined ? keepInFolder(join(dataDir, 'outbox'), from, log) : sendBySmtp(smtpUrl, from)
}

function sendBySmtp(url: string, from: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    ...NO_OUTSIDE_FILES,
  })
  return async ({ link: _, ...mail }) => {
    await transport.sendMail({ from, ...mail })
  }
}

function keepInFolder(folder: string, from: string, log: FastifyBaseLogger): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, ...NO_OUTSIDE_FILES })
  return async ({ link, ...mail }) => {
    const { message } = await transport.sendMail({ from, ...mail })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, name), message as Buffer, { mode: 0o600 })
    log.info({ file: join('outbox', name), link }, 'no SMTP_URL: mail kept in the outbox folder')
  }
}

/** Nothing in a mail of ours comes from a file or an address. */
const NO_OUTSIDE_FILES = { disableFileAccess: true, disableUrlAccess: true }
