import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  subject: string
  text: string
  html: string
  raw: string
  /** The first URL in the text. */
  link: string
}

interface MailServerOptions {
  /** Speaks TLS from the start with this key and certificate; with `isStartTls` after STARTTLS. */
  tls?: { key: string; cert: string; isStartTls?: boolean }
  /** Requires this password. */
  password?: string
}

/** A real mail server on loopback that keeps received emails. */
export async function startMailServer({ tls, password }: MailServerOptions = {}) {
  const names: string[] = []
  const mails: ReceivedMail[] = []
  const refusal: { error: (Error & { responseCode?: number }) | undefined; isForAll: boolean } = {
    error: undefined,
    isForAll: false,
  }
  const server = new SMTPServer({
    ...tls,
    secure: tls !== undefined && tls.isStartTls !== true,
    disabledCommands: [...(password === undefined ? ['AUTH'] : []), ...(tls === undefined ? ['STARTTLS'] : [])],
    allowInsecureAuth: true,
    onAuth: (auth, _session, answer) =>
      auth.password === password ? answer(null, { user: auth.username }) : answer(new Error('Invalid login')),
    onMailFrom(_address, session, answer) {
      names.push(session.hostNameAppearsAs)
      answer()
    },
    onConnect: (_session, answer) => answer(refusal.isForAll ? refusal.error : undefined),
    onRcptTo: (_address, _session, answer) => answer(refusal.error),
    onData(stream, { envelope }, answer) {
      text(stream).then((raw) => {
        mails.push(
          readMail(
            raw,
            envelope.rcptTo.map(({ address }) => address),
          ),
        )
        answer()
      }, answer)
    },
  })
  // A connection that breaks within an email is no error: the client sends it again.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }
  return {
    url: `${tls !== undefined && tls.isStartTls !== true ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    mails,
    /** The names that clients have given with EHLO, one for each mail. */
    names,
    /** Refuses every recipient, or every connection, with this status; without a status it accepts them again. */
    refuseWith(responseCode?: number, { isForAll = false } = {}) {
      refusal.isForAll = isForAll
      refusal.error = responseCode === undefined ? undefined : Object.assign(new Error('no'), { responseCode })
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

export function readMail(raw: string, to: string[] = []): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const boundary = captured(/boundary="([^"]+)"/, head)
  const parts = new Map(raw.split(`--${boundary}`).map(readPart))
  const plain = parts.get('text/plain') ?? ''
  return {
    to,
    subject: decodeWords(captured(/^Subject: (.+(?:\r\n .+)*)/m, head)),
    text: plain,
    html: parts.get('text/html') ?? '',
    raw,
    link: captured(/(https?:\S+)/, plain),
  }
}

const captured = (pattern: RegExp, text: string) => pattern.exec(text)?.[1] ?? ''

function readPart(part: string): [type: string, content: string] {
  const end = part.indexOf('\r\n\r\n')
  const head = part.slice(0, end)
  const encoding = captured(/^Content-Transfer-Encoding: (\S+)/im, head)
  const decode = encoding === 'base64' ? fromBase64 : encoding === 'quoted-printable' ? fromQuoted : String
  return [captured(/^Content-Type: ([^;\s]+)/im, head), decode(part.slice(end + 4))]
}

const fromBase64 = (body: string) => Buffer.from(body, 'base64').toString()

function fromQuoted(body: string) {
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const decodeWords = (header: string) =>
  header
    .replaceAll(/\r\n\s/g, ' ')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? fromBase64(word) : fromQuoted(word.replaceAll('_', ' ')),
    )
