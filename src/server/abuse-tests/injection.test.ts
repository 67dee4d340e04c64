import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testMail } from '#server/testing/test-app.ts'
import { DISTINCT_FIELDS, setAt } from './bad-requests.ts'
import { fillPlaceholders, SAMPLE_REQUESTS } from './sample-requests.ts'
import { ENDPOINTS, valuesFor, startServer, requestFor, watchForHarm } from './test-server.ts'

/** Characters with a meaning in SQL, templates or patterns. */
const SPECIAL_TEXT = `a' or 1=1; --/* " \` \\ % _ $1 :b ? {{c}} \${d} $$`

/** An unknown theme becomes the light one, and the reply tells what an invitation is worth. */
const ANSWERED_OTHERWISE = new Set(['theme', 'invitation'])

test('S21 characters with a meaning in SQL are plain text in every field', async () => {
  const server = await startServer()
  const { app, createCaller } = server
  const expectNoHarm = await watchForHarm(server, await createCaller())
  let mallory = await createCaller()
  let accepted = 0
  for (const { name, part, path } of DISTINCT_FIELDS) {
    const sample = fillPlaceholders(SAMPLE_REQUESTS[name]!, valuesFor(mallory))
    const reply = await app.inject(requestFor(name, setAt(sample, [part, ...path], SPECIAL_TEXT), mallory.token))
    const what = `${name} ${part}.${path.join('.')}`
    expect(reply.statusCode, what).toBeLessThan(500)
    const { method, file } = ENDPOINTS.get(name)!
    if (reply.statusCode >= 400 || method === 'GET' || file !== undefined) continue
    const field = String(path.at(-1))
    const stored = ANSWERED_OTHERWISE.has(field) ? SPECIAL_TEXT : (reply.json().data?.[field] ?? SPECIAL_TEXT)
    expect(stored, what).toBe(SPECIAL_TEXT)
    accepted += 1
    mallory = await createCaller()
  }
  expect(accepted).toBeGreaterThan(20)
  await expectNoHarm()
})

const EMAIL_HEADERS = 'x@example.org\r\nBcc: evil@example.net\r\n\r\n<b>hello</b>'

// prettier-ignore
test('S21 no field of a request can add a header to an email', async () => {
  const mail = await testMail()
  const { app, createCaller } = await startServer(mail.settings)
  const { token, values } = await createCaller()
  await app.mail.deliver()
  mail.mails.length = 0
  const bodies: [name: string, field: string][] = [
    ['users.register', 'name'], ['users.register', 'email'], ['users.changeProfile', 'name'], ['users.changeProfile', 'email'],
    ['users.forgotPassword', 'email'], ['users.forgotPassword', 'language'], ['users.requestVerification', 'language'],
  ]
  for (const [name, field] of bodies) {
    const sample = fillPlaceholders(SAMPLE_REQUESTS[name]!, (placeholder) => values[placeholder] ?? 'somebody')
    const reply = await app.inject(requestFor(name, setAt(sample, ['body', field], EMAIL_HEADERS), token))
    expect(reply.statusCode, `${name} ${field}`).toBe(400)
  }
  await app.mail.deliver()
  expect(mail.mails).toEqual([])
})

/** Files that write names or numbers into SQL as text. These are our own, never from a request. */
const FILES_WITH_RAW_SQL = [
  'db/catalog.ts',
  'db/migrate.ts',
  'features/reports/bucket-table.ts',
  'features/reports/dimension-keys.ts',
  'features/reports/rhythm.ts',
  'operations/damage.ts',
  'operations/load-database.ts',
  'operations/read-pages.ts',
  'operations/site-database.ts',
  'operations/tables.ts',
  'operations/timer-checks.ts',
]

test('S21 only the listed files write SQL as text', () => {
  const server = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !/\.test\.ts$|^(testing|abuse-tests)\//.test(file),
  )
  const found = files.filter((file) => /\bsql\.(raw|lit|id)\b/.test(readFileSync(join(server, file), 'utf8')))
  expect(found.toSorted()).toEqual(FILES_WITH_RAW_SQL)
})
