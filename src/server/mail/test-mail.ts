import { lookup } from 'node:dns/promises'
import { type Config, StartError } from '#server/config.ts'
import { renderEmail } from './email-layout.ts'
import { explainMailFailure, readMailServer } from './mail-failure.ts'
import { createSmtpTransport, HEADERS } from './transport.ts'

const TEXT = {
  subject: 'Test mail',
  lines: ['This mail server accepts mail from Ritmo. Nothing else is to be done.'],
  footnote: 'The operator of the site has sent this mail to try out the settings.',
  language: 'en',
} as const

/** Sends a mail and tells each step. Throws a StartError with reason, reply and remedy at the step that fails. */
export async function sendTestMail(config: Config, to: string, tell: (step: string) => void, timeoutMs?: number) {
  const { smtpUrl: url, ca, from } = config.mail
  if (url === undefined)
    throw new StartError('SMTP_URL is not set, so mail is written to the folder outbox of DATA_DIR. Set SMTP_URL.')
  const { host, port, isTls, hasLogin } = readMailServer(url)
  tell(
    `Mail server ${host}, port ${port}, ${isTls ? 'TLS from the start' : 'TLS if the server offers it'}, from ${from}`,
  )
  const transport = await createSmtpTransport({
    url,
    ca,
    publicUrl: config.publicUrl,
    ...(timeoutMs && { timeoutMs }),
  })()
  const attempt = async <T>(step: Promise<T>) => {
    try {
      return await step
    } catch (error) {
      throw new StartError(describe(error, url))
    }
  }
  try {
    const { address } = await attempt(lookup(host.replaceAll(/[[\]]/g, '')))
    tell(`ok  found ${host} at ${address}`)
    await attempt(transport.verify())
    tell(`ok  connected${isTls ? ', certificate accepted' : ''}${hasLogin ? ', signed in' : ', no login in SMTP_URL'}`)
    const { response } = await attempt(transport.sendMail({ from, headers: HEADERS, ...renderEmail(to, TEXT) }))
    tell(`ok  the mail server has accepted the mail for ${to}: ${String(response)}`)
    tell('If it does not arrive, look into the spam folder and into the log of the mail server.')
  } finally {
    transport.close()
  }
}

/** The operator sees the server's reply as well, unlike the log: the address in it is the operator's own. */
function describe(error: unknown, url: string) {
  const { reason, remedy } = explainMailFailure(error, url)
  const { response } = error as { response?: string }
  return `${reason} ${remedy}${response ? `\nThe mail server said: ${response}` : ''}`
}
