import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { findProgram } from '../../../scripts/topology/programs.ts'
import { renderEmail } from './email-layout.ts'
import { explainMailFailure } from './mail-failure.ts'
import { createSmtpTransport, ehloNameOf } from './transport.ts'

const TEXT = { subject: 'Subject', lines: ['Line'], footnote: 'End', language: 'es' } as const
const TIMEOUT_MS = 3_000
const OPENSSL = findProgram('openssl')

/** A key with a certificate that it has signed itself. */
function createCertificate(names = 'IP:127.0.0.1,DNS:localhost') {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=mail.example.org', '-addext', `subjectAltName=${names}`]
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync(OPENSSL ?? '', [...options, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { path: cert, key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

async function startServer(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options)
  onTestFinished(server.stop)
  return server
}

/** A server that accepts connections, and sends this at once. */
async function startTcpServer(greeting = '') {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (greeting !== '') socket.write(greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

async function send(url: string, ca?: string, to = 'ann@example.org') {
  const transport = await createSmtpTransport({
    url,
    ca,
    publicUrl: 'https://time.example.org',
    timeoutMs: TIMEOUT_MS,
  })()
  onTestFinished(() => transport.close())
  await transport.sendMail({ from: 'ritmo@example.org', ...renderEmail(to, TEXT) })
}

async function failureOf(url: string, ca?: string) {
  const error: unknown = await send(url, ca).then(
    () => 'sent',
    (error: unknown) => error,
  )
  expect(error).not.toBe('sent')
  const failure = explainMailFailure(error, url)
  // Mail servers repeat addresses in their replies, and SMTP_URL holds the password.
  expect(JSON.stringify(failure)).not.toMatch(/ann@|hidden/)
  return failure
}

test('O74 a closed port is told, with the remedy', async () => {
  const port = await findFreePort()
  expect(await failureOf(`smtp://127.0.0.1:${port}`)).toEqual({
    kind: 'connection',
    code: 'ECONNREFUSED',
    responseCode: undefined,
    reason: `Nothing listens on 127.0.0.1:${port}.`,
    remedy: 'Correct host and port in SMTP_URL (usually 587, or 465 with smtps://), or start the mail server.',
  })
})

test('O74 a wrong host is told', async () => {
  expect(await failureOf('smtp://mail.invalid')).toMatchObject({
    kind: 'host',
    reason: 'The name mail.invalid was not found.',
    remedy: expect.stringContaining('SMTP_URL'),
  })
})

test('O74 a refused login is told, without user and password', async () => {
  const server = await startServer({ password: 'right' })
  expect(await failureOf(server.url.replace('://', '://ann%40example.org:hidden@'))).toMatchObject({
    kind: 'login',
    responseCode: 535,
    reason: `127.0.0.1:${server.port} refused the user name or the password of SMTP_URL (535).`,
  })
})

test('O74 a missing login is told', async () => {
  const server = await startServer({ password: 'right' })
  expect(await failureOf(server.url)).toMatchObject({
    kind: 'login',
    remedy: 'Put user and password into SMTP_URL, like smtp://user:password@host.',
  })
})

test('O74 TLS on a plain port is told', async () => {
  const { port } = await startServer()
  expect(await failureOf(`smtps://127.0.0.1:${port}`)).toMatchObject({
    kind: 'tls',
    reason: `127.0.0.1:${port} does not speak TLS from the start, but SMTP_URL begins with smtps://.`,
    remedy: expect.stringContaining('Use smtp://'),
  })
})

test('O74 a server that sends no greeting is told', async () => {
  const port = await startTcpServer()
  expect(await failureOf(`smtp://127.0.0.1:${port}`)).toMatchObject({
    kind: 'timeout',
    code: 'ETIMEDOUT',
    reason: `127.0.0.1:${port} accepts connections, but sends no greeting.`,
    remedy: expect.stringContaining('smtps://'),
  })
})

test('O74 a server that is no mail server is told', async () => {
  const port = await startTcpServer('HTTP/1.1 400 Bad Request\r\n\r\n')
  expect((await failureOf(`smtp://127.0.0.1:${port}`)).reason).toContain(`127.0.0.1:${port}`)
})

test('O74 a refused recipient is told without the address', async () => {
  const server = await startServer()
  server.refuseWith(550)
  expect(await failureOf(server.url)).toMatchObject({ kind: 'recipient', responseCode: 550 })
})

test.runIf(OPENSSL).each([
  ['from the start', false],
  ['after STARTTLS', true],
])('O74 a self-signed certificate %s is told, and trusted by SMTP_CA', async (_when, isStartTls) => {
  const certificate = createCertificate()
  const server = await startServer({ tls: { ...certificate, isStartTls } })
  expect(await failureOf(server.url)).toMatchObject({
    kind: 'certificate',
    reason: `The certificate of 127.0.0.1:${server.port} is self-signed or of an unknown authority.`,
    remedy: 'Set SMTP_CA to a PEM file with that certificate, or with the one of its authority.',
  })
  await send(server.url, readConfig({ SMTP_CA: certificate.path }).mail.ca)
  expect(server.mails).toHaveLength(1)
})

test.runIf(OPENSSL)('O74 a certificate for another name is told', async () => {
  const certificate = createCertificate('DNS:mail.example.org')
  const server = await startServer({ tls: certificate })
  expect(await failureOf(server.url, certificate.cert)).toMatchObject({
    kind: 'certificate',
    reason: `The certificate of 127.0.0.1:${server.port} is for another name.`,
  })
})

test('O74 one log line has reason and remedy, and the failure is counted', async () => {
  const port = await findFreePort()
  const { app, log, signUp } = await testApp({ SMTP_URL: `smtp://u:hidden@127.0.0.1:${port}`, LOG_LEVEL: 'warn' })
  await signUp('Ann')
  await app.mail.deliver()
  const lines = log.filter((line) => line.includes('mail not sent'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    reason: `Nothing listens on 127.0.0.1:${port}.`,
    remedy: expect.stringContaining('SMTP_URL'),
    isHopeless: false,
  })
  expect(lines[0]).not.toMatch(/hidden|@example/)
  expect((await app.inject('/metrics')).body).toContain('\nritmo_mail_failures_total{reason="connection"} 1\n')
})

test('O75 a mail says that a program has sent it, in which language, and from which host', async () => {
  const mail = await testMail()
  const { app, signUp } = await testApp(mail.settings)
  await signUp('Ann')
  await app.mail.deliver()
  expect(mail.mails[0]!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(mail.mails[0]!.html).toContain('<html lang="en">')
  expect(mail.names).toEqual(['ritmo.example.org'])
  expect((await app.inject('/metrics')).body).toContain('\nritmo_mail_sent_total 1\n')
})

// prettier-ignore
test.each([
  ['https://time.example.org/ritmo', 'time.example.org'],
  ['http://192.0.2.1:3000',          '[192.0.2.1]'],
  ['http://[2001:db8::1]:3000',      '[IPv6:2001:db8::1]'],
  ['http://localhost:3000',          undefined],
])('O75 the EHLO name of %s is %s', (publicUrl, name) => expect(ehloNameOf(publicUrl)).toBe(name))

/** Runs `npm run mail` as an operator does. */
function runMail(environment: Record<string, string>, ...words: string[]) {
  const env = { PATH: process.env['PATH'], PUBLIC_URL: 'https://time.example.org', ...environment }
  const script = join(import.meta.dirname, '../../../scripts/mail.ts')
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

test('O76 npm run mail sends a mail and tells each step', async () => {
  const server = await startServer({ password: 'right' })
  const { code, stdout, stderr } = await runMail(
    { SMTP_URL: server.url.replace('://', '://ritmo:right@') },
    'ann@example.org',
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^Mail server 127\.0\.0\.1, port \d+.*\nok {2}found .*\nok {2}connected, signed in\nok {2}the mail server has accepted/,
  )
  expect(stdout).not.toContain('right')
  expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([[['ann@example.org'], 'Test mail']])
})

test('O76 npm run mail tells the remedy and fails, with the reply of the server', async () => {
  const server = await startServer()
  server.refuseWith(550)
  const refused = await runMail({ SMTP_URL: server.url }, 'ann@example.org')
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('ok  connected')
  expect(refused.stderr).toMatch(/does not accept this recipient \(550\)\. .*\nThe mail server said: 550 /)
  const without = await runMail({}, 'ann@example.org')
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('SMTP_URL is not set') })
  const misused = await runMail({ SMTP_URL: server.url }, 'ann')
  expect(misused).toMatchObject({ code: 1, stderr: 'Usage: npm run mail -- someone@example.org\n' })
})

test('O76 npm run mail tells a closed port and a wrong setting', async () => {
  const port = await findFreePort()
  const closed = await runMail({ SMTP_URL: `smtp://127.0.0.1:${port}` }, 'ann@example.org')
  expect(closed).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing listens on') })
  const path = join(mkdtempSync(join(tmpdir(), 'ritmo-mail-')), 'url')
  writeFileSync(path, 'http://u:hidden@example.org')
  const wrong = await runMail({ SMTP_URL_FILE: path }, 'ann@example.org')
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('SMTP_URL must be') })
  expect(wrong.stderr).not.toContain('hidden')
})
