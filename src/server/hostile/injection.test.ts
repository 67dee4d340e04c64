import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testMail } from '#server/testing/test-app.ts'
import { DISTINCT_FIELDS, spoiltAt } from './bad-requests.ts'
import { filled, SAMPLES } from './samples.ts'
import { ENDPOINTS, filler, openSite, requestFor, watchOver } from './site.ts'

/** Whatever means something to SQL, to a template or to a pattern. */
const SQL = `a' or 1=1; --/* " \` \\ % _ $1 :b ? {{c}} \${d} $$`

test('S21 letters that mean something to SQL are letters in every field', async () => {
  const site = await openSite()
  const { app, newcomer } = site
  const expectNoHarm = await watchOver(site, await newcomer())
  let mallory = await newcomer()
  let kept = 0
  for (const { name, part, path } of DISTINCT_FIELDS) {
    const sample = filled(SAMPLES[name]!, filler(mallory))
    const reply = await app.inject(requestFor(name, spoiltAt(sample, [part, ...path], SQL), mallory.token))
    const what = `${name} ${part}.${path.join('.')}`
    expect(reply.statusCode, what).toBeLessThan(500)
    if (reply.statusCode >= 400 || ENDPOINTS.get(name)!.method === 'GET') continue
    const field = String(path.at(-1))
    // Of what is no theme, light is made.
    const told = field === 'theme' ? SQL : (reply.json().data?.[field] ?? SQL)
    expect(told, what).toBe(SQL)
    kept += 1
    mallory = await newcomer()
  }
  expect(kept).toBeGreaterThan(20)
  await expectNoHarm()
})

const MORE_THAN_A_LINE = 'x@example.org\r\nBcc: evil@example.net\r\n\r\n<b>hello</b>'

// prettier-ignore
test('S21 nothing that is sent becomes a line of a mail', async () => {
  const mail = await testMail()
  const { app, newcomer } = await openSite(mail.settings)
  const { token, things } = await newcomer()
  const bodies: [name: string, field: string][] = [
    ['users.register', 'name'], ['users.register', 'email'], ['users.changeProfile', 'name'], ['users.changeProfile', 'email'],
    ['users.forgotPassword', 'email'], ['users.forgotPassword', 'language'], ['users.requestVerification', 'language'],
  ]
  for (const [name, field] of bodies) {
    const sample = filled(SAMPLES[name]!, (mark) => things[mark] ?? 'somebody')
    const reply = await app.inject(requestFor(name, spoiltAt(sample, ['body', field], MORE_THAN_A_LINE), token))
    expect(reply.statusCode, `${name} ${field}`).toBe(400)
  }
  await app.mail.deliver()
  expect(mail.mails).toEqual([])
})

/** Where SQL is put together as text: names and numbers of our own, never what was sent. */
const WRITES_SQL = [
  'db/migrate.ts',
  'features/reports/cells.ts',
  'features/reports/rhythm.ts',
  'operations/fill.ts',
  'operations/open.ts',
  'operations/pages.ts',
  'operations/tables.ts',
  'operations/timer-checks.ts',
]

test('S21 SQL is put together as text where that is known to be safe, and nowhere else', () => {
  const server = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: server }).filter((file) => !/\.test\.ts$|^(testing|hostile)\//.test(file))
  const found = files.filter((file) => /\bsql\.(raw|lit|id)\b/.test(readFileSync(join(server, file), 'utf8')))
  expect(found.toSorted()).toEqual(WRITES_SQL)
})
