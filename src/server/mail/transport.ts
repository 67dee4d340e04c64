import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Transporter, TransportOptions } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { outboxFolder } from './outbox.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The link in the mail, which is logged if there is no mail server. */
  link?: string
  headers?: Record<string, string>
}

export type SendMail = (mail: Mail) => Promise<void>

const SMTP_TIMEOUT_MS = 15_000
/** Keeps programs that answer mail, like out-of-office replies, from answering (RFC 3834). */
export const HEADERS = { 'Auto-Submitted': 'auto-generated' }

/** Sends mail by SMTP. Without SMTP_URL, writes it to files in a folder and logs its link. */
export function createMailSender({ mail, publicUrl, dataDir }: Config, log: FastifyBaseLogger): SendMail {
  if (mail.smtpUrl === undefined) return writeToFolder(outboxFolder(dataDir), mail.from, log)
  const transport = createSmtpTransport({ url: mail.smtpUrl, ca: mail.ca, publicUrl })
  return async ({ link: _, headers, ...content }) => {
    await (await transport()).sendMail({ from: mail.from, headers: { ...HEADERS, ...headers }, ...content })
  }
}

interface SmtpOptions {
  url: string
  /** Certificates to trust instead of those of Node, as PEM. */
  ca: string | undefined
  publicUrl: string
  timeoutMs?: number
}

export function createSmtpTransport({ url, ca, publicUrl, timeoutMs = SMTP_TIMEOUT_MS }: SmtpOptions) {
  const name = ehloNameOf(publicUrl)
  return createLazyTransport({
    url,
    connectionTimeout: timeoutMs,
    // Shorter than the silence of the socket, so that the failure tells that only the greeting is missing.
    greetingTimeout: 0.8 * timeoutMs,
    socketTimeout: timeoutMs,
    ...(name !== undefined && { name }),
    ...(ca !== undefined && { tls: { ca } }),
  })
}

/** The name for EHLO. Mail servers refuse `localhost`: Nodemailer then uses the name of the machine. */
export function ehloNameOf(publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  if (/^\d+(\.\d+){3}$/.test(hostname)) return `[${hostname}]`
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`
  return hostname === 'localhost' ? undefined : hostname
}

function writeToFolder(folder: string, from: string, log: FastifyBaseLogger): SendMail {
  const transport = createLazyTransport({ streamTransport: true, buffer: true })
  return async ({ link, headers, ...mail }) => {
    const { message } = await (await transport()).sendMail({ from, headers: { ...HEADERS, ...headers }, ...mail })
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
