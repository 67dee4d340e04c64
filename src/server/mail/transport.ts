import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Transporter, TransportOptions } from 'nodemailer'
import type { Config } from '#server/config.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The link in the mail, which is logged if there is no mail server. */
  link?: string
}

export type SendMail = (mail: Mail) => Promise<void>

const SMTP_TIMEOUT_MS = 15_000

/** Sends mail by SMTP. Without SMTP_URL, writes it to files in a folder and logs its link. */
export function createMailSender({ mail: { smtpUrl, from }, dataDir }: Config, log: FastifyBaseLogger): SendMail {
  return smtpUrl === undefined ? writeToFolder(join(dataDir, 'outbox'), from, log) : sendBySmtp(smtpUrl, from)
}

function sendBySmtp(url: string, from: string): SendMail {
  const timeouts = {
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  }
  const transport = createLazyTransport({ url, ...timeouts })
  return async ({ link: _, ...mail }) => {
    await (await transport()).sendMail({ from, ...mail })
  }
}

function writeToFolder(folder: string, from: string, log: FastifyBaseLogger): SendMail {
  const transport = createLazyTransport({ streamTransport: true, buffer: true })
  return async ({ link, ...mail }) => {
    const { message } = await (await transport()).sendMail({ from, ...mail })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(join(folder, name), message as Buffer)
    log.info({ file: join('outbox', name), link }, 'no SMTP_URL: mail kept in the outbox folder')
  }
}

/** On a full disk the mail is retried later. Without removing the partial file it would look like a second mail. */
async function writeWhole(file: string, content: Buffer) {
  try {
    await writeFile(file, content, { mode: 0o600 })
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/** Loads Nodemailer with the first mail. Access to files and URLs is disabled, because no mail has attachments. */
function createLazyTransport(options: object) {
  let transport: Transporter | undefined
  return async () => {
    const { createTransport } = await import('nodemailer')
    transport ??= createTransport({ ...options, disableFileAccess: true, disableUrlAccess: true } as TransportOptions)
    return transport
  }
}
