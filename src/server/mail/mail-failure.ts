/** Errors of Nodemailer. `originalCode` is the code of the system or of TLS that Nodemailer has replaced by its own. */
interface MailError {
  code?: string
  originalCode?: string
  message?: string
  responseCode?: number | undefined
  command?: string
}

/** A label of the metrics. */
type MailFailureKind =
  | 'host'
  | 'connection'
  | 'timeout'
  | 'certificate'
  | 'tls'
  | 'login'
  | 'recipient'
  | 'sender'
  | 'server'
  | 'storage'
  | 'other'

export interface MailFailure {
  kind: MailFailureKind
  /** One sentence. It holds nothing of the server's reply, because mail servers repeat addresses in it. */
  reason: string
  /** The sentence that tells the operator what to do. */
  remedy: string
  code: string | undefined
  responseCode: number | undefined
}

const TLS_PORT = 465
/** Submission with STARTTLS, which mail programs use. */
const DEFAULT_PORT = 587

/** The parts of SMTP_URL that the log may show. */
export function readMailServer(url: string) {
  const { hostname, port, protocol, username } = new URL(url)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: port === '' ? (isTls ? TLS_PORT : DEFAULT_PORT) : Number(port),
    isTls,
    hasLogin: username !== '',
  }
}

type MailServer = ReturnType<typeof readMailServer>

/** A failure as the cases below see it. */
interface Failure {
  server: MailServer
  /** Host and port. */
  place: string
  code: string
  /** Code and message. STARTTLS keeps the message of TLS errors only. */
  text: string
  command: string
  responseCode: number | undefined
  /** The code of the reply in brackets, or nothing. */
  status: string
}

interface Case {
  kind: MailFailureKind
  matches: (failure: Failure) => boolean
  reason: (failure: Failure) => string
  remedy: string | ((failure: Failure) => string)
}

/** The first case that matches explains the failure. */
const CASES: Case[] = [
  {
    kind: 'certificate',
    matches: ({ text }) => /CERT_HAS_EXPIRED|certificate has expired/.test(text),
    reason: ({ place }) => `The certificate of ${place} has expired.`,
    remedy: 'Renew it on the mail server.',
  },
  {
    kind: 'certificate',
    matches: ({ text }) => /ALTNAME_INVALID|altnames/.test(text),
    reason: ({ place }) => `The certificate of ${place} is for another name.`,
    remedy: 'Use the name in SMTP_URL that the certificate is for.',
  },
  {
    kind: 'certificate',
    matches: ({ text }) => /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|self-signed|unable to (verify|get)/.test(text),
    reason: ({ place }) => `The certificate of ${place} is self-signed or of an unknown authority.`,
    remedy: 'Set SMTP_CA to a PEM file with that certificate, or with the one of its authority.',
  },
  {
    kind: 'tls',
    // OpenSSL calls a plain reply a wrong version number.
    matches: ({ server, text }) =>
      server.isTls && /WRONG_VERSION|PACKET_LENGTH|wrong version|packet length/i.test(text),
    reason: ({ place }) => `${place} does not speak TLS from the start, but SMTP_URL begins with smtps://.`,
    remedy: 'Use smtp:// with this port (it switches to TLS by itself), or port 465 with smtps://.',
  },
  {
    kind: 'tls',
    matches: ({ text }) => /^(ERR_SSL|EPROTO)|STARTTLS|initiating TLS|SSL routines/.test(text),
    reason: ({ place, code }) => `${place} and this server could not agree on TLS (${code}).`,
    remedy: 'Let the mail server offer TLS 1.2 or newer.',
  },
  {
    kind: 'host',
    matches: ({ code }) => ['ENOTFOUND', 'EAI_AGAIN', 'EDNS'].includes(code),
    reason: ({ server }) => `The name ${server.host} was not found.`,
    remedy: 'Correct the host in SMTP_URL, or the name service of this machine.',
  },
  {
    kind: 'connection',
    matches: ({ code }) => code === 'ECONNREFUSED',
    reason: ({ place }) => `Nothing listens on ${place}.`,
    remedy: 'Correct host and port in SMTP_URL (usually 587, or 465 with smtps://), or start the mail server.',
  },
  {
    kind: 'connection',
    matches: ({ code }) => ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'].includes(code),
    reason: ({ place, code }) => `${place} cannot be reached from this machine (${code}).`,
    remedy: 'Check the network and the firewall for outgoing connections to this port.',
  },
  {
    kind: 'timeout',
    matches: ({ server, code, text }) => code === 'ETIMEDOUT' && !server.isTls && /greeting/i.test(text),
    reason: ({ place }) => `${place} accepts connections, but sends no greeting.`,
    remedy: 'If this port expects TLS from the start, use smtps:// in SMTP_URL; otherwise check the mail server.',
  },
  {
    kind: 'timeout',
    matches: ({ code }) => code === 'ETIMEDOUT',
    reason: ({ place }) => `${place} did not answer in time.`,
    remedy: 'Check host and port in SMTP_URL and the firewall: many networks block ports 25, 465 and 587.',
  },
  {
    kind: 'login',
    matches: ({ code, responseCode }) => code === 'EAUTH' || responseCode === 535,
    reason: ({ place, status }) => `${place} refused the user name or the password of SMTP_URL${status}.`,
    remedy: 'Correct them, with special characters percent-encoded (@ is %40); some providers need an app password.',
  },
  {
    kind: 'login',
    matches: ({ server, responseCode }) => responseCode === 530 && server.hasLogin,
    reason: ({ place, status }) => `${place} wants TLS before the login${status}.`,
    remedy: 'Use smtps:// in SMTP_URL, or a port that offers STARTTLS.',
  },
  {
    kind: 'login',
    matches: ({ responseCode }) => responseCode === 530,
    reason: ({ place, status }) => `${place} wants a login${status}.`,
    remedy: 'Put user and password into SMTP_URL, like smtp://user:password@host.',
  },
  {
    kind: 'recipient',
    matches: ({ command, responseCode }) => command === 'RCPT TO' && responseCode !== undefined,
    reason: ({ place, status }) => `${place} does not accept this recipient${status}.`,
    remedy: 'If it refuses every recipient outside, it needs a login in SMTP_URL; otherwise the mailbox may not exist.',
  },
  {
    kind: 'sender',
    matches: ({ command, responseCode }) => command === 'MAIL FROM' && responseCode !== undefined,
    reason: ({ place, status }) => `${place} does not accept the sender${status}.`,
    remedy: 'Set MAIL_FROM to an address that this login may send from.',
  },
  {
    kind: 'server',
    matches: ({ responseCode }) => responseCode !== undefined,
    reason: ({ place, status }) => `${place} refused the mail${status}.`,
    remedy: 'The log of the mail server says why; a code that begins with 4 is temporary.',
  },
  {
    kind: 'connection',
    matches: ({ code, text }) => ['ECONNRESET', 'EPIPE'].includes(code) || /^ECONNECTION .*closed/.test(text),
    reason: ({ place }) => `${place} closed the connection.`,
    remedy: ({ server }) =>
      server.isTls
        ? 'Check that this port expects TLS from the start; otherwise use smtp:// in SMTP_URL.'
        : 'If this port expects TLS from the start, use smtps:// in SMTP_URL; otherwise see the log of the mail server.',
  },
]

const FALLBACK: Case = {
  kind: 'other',
  matches: () => true,
  reason: ({ place, code }) => `The mail server ${place} could not be used (${code}).`,
  remedy: 'Run "npm run mail -- your@address" to see each step.',
}

/** Explains why a mail was not sent, and how the operator can change that. Undefined `url`: the outbox folder. */
export function explainMailFailure(error: unknown, url: string | undefined): MailFailure {
  const { originalCode, code = 'unknown error', message = '', command = '', responseCode } = (error ?? {}) as MailError
  const known = originalCode ?? code
  const explanation =
    url === undefined ? explainOutbox(known) : explainSmtp({ code: known, message, command, responseCode }, url)
  return { ...explanation, code: known, responseCode }
}

const explainOutbox = (code: string) => ({
  kind: 'storage' as const,
  reason: `The mail could not be written to the outbox folder (${code}).`,
  remedy: 'Free space on the disk of DATA_DIR and let the server write there, or set SMTP_URL.',
})

function explainSmtp(error: Required<Pick<MailError, 'code' | 'message' | 'command'>> & MailError, url: string) {
  const { code, message, command, responseCode } = error
  const server = readMailServer(url)
  const failure: Failure = {
    server,
    place: `${server.host}:${server.port}`,
    code,
    text: `${code} ${message}`,
    command,
    responseCode,
    status: responseCode === undefined ? '' : ` (${responseCode})`,
  }
  const { kind, reason, remedy } = CASES.find(({ matches }) => matches(failure)) ?? FALLBACK
  return { kind, reason: reason(failure), remedy: typeof remedy === 'string' ? remedy : remedy(failure) }
}
