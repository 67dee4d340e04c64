import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BIN, testComputer, testTerminal } from './testing/test-terminal.ts'

test('P24 login stores the server and the token for the owner only, logout forgets them', async () => {
  const { url, token } = await testTerminal()
  const { ritmo, home } = testComputer()
  expect(await ritmo('status')).toMatchObject({ code: 3, errors: expect.stringContaining('ritmo login') })
  const login = await ritmo(['login', '--url', `${url}/`, '--token', '-'], { input: `${token}\n` })
  expect(login).toMatchObject({ code: 0, out: `Connected to ${url} as Ada.` })
  const path = join(home, '.config/ritmo/config.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ url, token })
  expect((await ritmo('status')).out).toBe('Nothing is running.')
  const folder = join(home, '.local/state/ritmo')
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
  expect(await ritmo('logout')).toMatchObject({ code: 0, out: expect.stringContaining('forgotten') })
  expect(existsSync(path)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
  expect((await ritmo('logout')).out).toBe('This computer was not connected.')
})

test('P24 login reads a piped token, and the environment', async () => {
  const { url, token } = await testTerminal()
  const { ritmo } = testComputer()
  expect(await ritmo(['login', '--url', url], { input: token })).toMatchObject({ code: 0 })
  const other = testComputer({ RITMO_URL: url, RITMO_TOKEN: token, XDG_CONFIG_HOME: '/nowhere' })
  expect(await other.ritmo('status')).toMatchObject({ code: 0 })
})

test('P24 what cannot be a server or a token is refused before anything is sent', async () => {
  const { url } = await testTerminal()
  const { ritmo } = testComputer()
  const attempts = [
    ['ftp://example.org', 'x', 2, 'not the address of a server'],
    ['http://ritmo.example.org', 'x', 2, 'Use https'],
    [url, 'two words', 2, 'no spaces'],
    [url, 'wrong', 3, 'does not accept the token'],
    ['http://127.0.0.1:9', 'x', 4, 'does not answer'],
  ] as const
  for (const [address, token, code, sentence] of attempts) {
    const reply = await ritmo(['login', '--url', address, '--token', token])
    expect(reply).toMatchObject({ code, out: '', errors: expect.stringContaining(sentence) })
  }
  // The stored token goes to no other server.
  expect((await ritmo('status', { environment: { RITMO_URL: 'https://other.example.org' } })).code).toBe(3)
})

test('P25 a timer is started, paused, resumed, switched, skipped and stopped', async () => {
  const { ritmo, ada, clock } = await testTerminal()
  const started = await ritmo('start -p webs -t home --tag des -n "Proof reading"')
  expect(started).toMatchObject({ code: 0, out: 'Started: Website › Homepage #design · Proof reading', errors: '' })
  expect(await ritmo('start -p Website')).toMatchObject({ code: 1, errors: expect.stringContaining('already runs') })
  clock.now += 5 * 60_000
  expect((await ritmo('pause')).out).toMatch(/^Paused at 05:0\d: Website/)
  expect((await ritmo('status')).out).toMatch(/^‖ 05:0\d {2}Website.*\n {2}Work 1 of \d+ · paused · \d+:\d\d left$/)
  expect((await ritmo('start')).out).toMatch(/^Resumed/)
  expect((await ritmo('switch -p diseno --preset 52')).out).toBe('Switched to: Diseño gráfico')
  clock.now += 60_000
  expect((await ritmo('skip')).out).toBe('Next: Break')
  expect((await ritmo('status --line')).out).toMatch(/^○ 00:0\d Diseño gráfico$/)
  expect(JSON.parse((await ritmo('stop --json')).out)).toMatchObject({ status: 'idle' })
  expect(await ritmo('stop')).toMatchObject({ code: 1, errors: 'No timer is running.' })
  const entries = (await ada.get('/time-entries')).json().data as { notes: string; duration: number }[]
  expect(entries.map(({ duration }) => Math.floor(duration / 60_000))).toEqual([1, 5])
})

test('P25 a stopwatch counts up, and its time is discarded only after a confirmation', async () => {
  const { ritmo, ada, clock } = await testTerminal()
  await ritmo('start --stopwatch -p Website')
  clock.now += 90 * 60_000
  expect((await ritmo('status')).out).toMatch(/^▶ 1:30:0\d {2}Website\n {2}Stopwatch$/)
  expect(await ritmo('skip')).toMatchObject({ code: 1, errors: 'A stopwatch has no phases to skip.' })
  expect(await ritmo('stop --discard')).toMatchObject({ code: 2, errors: expect.stringContaining('--yes') })
  expect((await ritmo('stop --discard --yes')).out).toBe('Discarded: Website')
  expect((await ada.get('/time-entries')).json().data).toEqual([])
  expect((await ritmo('start --stopwatch --preset 52')).code).toBe(1)
})

test('P26 entries are added by a duration or by times of the account’s zone', async () => {
  const { ritmo, ada } = await testTerminal()
  expect((await ritmo('add 45m -p Website "Proof reading"')).out).toMatch(/^Added 45 m, .+: Website · Proof reading$/)
  expect((await ritmo('add --from 9:00 --to 10:15 --date 2026-03-02 -p 設計 a note')).out).toBe(
    'Added 1 h 15 m, 2 Mar 2026, 09:00 – 10:15: 設計レビュー · a note',
  )
  expect((await ritmo('add 1h30 --from 22:45 --yesterday -t contact')).out).toMatch(
    /^Added 1 h 30 m, \d+ \w+ \d+, 22:45 – 00:15: Website › Contact form$/,
  )
  expect(await ritmo('add 45m')).toMatchObject({ code: 1, errors: expect.stringContaining('--project') })
  const entries = (await ada.get('/time-entries?endDate=2026-04-01T00:00:00Z')).json().data as { startTime: string }[]
  expect(entries[0]?.startTime).toBe('2026-03-02T08:00:00.000Z')
  const mistakes = [
    ['add', 'Give a duration'],
    ['add soon', 'not a duration'],
    ['add 45m --from 25:00', 'not a time of day'],
    ['add 45m --date 31/2', 'not a day'],
    ['add --from 9 --to 9', 'equals'],
    ['add 45m note --note other', 'one argument too many'],
    ['add 45m --yesterday --date today', 'cannot be used together'],
  ] as const
  for (const [line, sentence] of mistakes)
    expect(await ritmo(line)).toMatchObject({ code: 2, out: '', errors: expect.stringContaining(sentence) })
})

test('P27 lists, reports and files have what the account has', async () => {
  const { ritmo, home } = await testTerminal()
  await ritmo('add 1h -p Website -d 2026-03-02 --from 9:00 first')
  await ritmo('add 30m -p 設計 -d 2026-03-03 --from 9:00 =danger')
  expect((await ritmo('log 2026-03')).out).toBe(
    [
      'Monday, 2 Mar 2026 · 1 h 00 m',
      '09:00 – 10:00  1 h 00 m  Website · first',
      '',
      'Tuesday, 3 Mar 2026 · 30 m',
      '09:00 – 09:30      30 m  設計レビュー · =danger',
    ].join('\n'),
  )
  expect(JSON.parse((await ritmo('log 2026-03 -p website --json')).out)).toMatchObject([
    { note: 'first', seconds: 3_600 },
  ])
  expect(await ritmo('log today')).toMatchObject({ code: 0, out: '', errors: 'No entries.' })
  expect((await ritmo('report 2026-03')).out).toBe(
    ['1 Mar 2026 – 31 Mar 2026', '1 h 00 m  67%  Website', '    30 m  33%  設計レビュー', '1 h 30 m       Total'].join(
      '\n',
    ),
  )
  expect((await ritmo('report 2026-03 --by client --csv')).out).toBe('Client,Time\nAteş & Co,1.00\nNo client,0.50')
  expect(JSON.parse((await ritmo('report 2026-03 --by day --json')).out)).toMatchObject({
    rows: [{ name: '2026-03-02' }, {}],
  })
  expect((await ritmo('export 2026-03 --format json -o -')).out).toContain('first')
  expect(await ritmo('export 2026-03')).toMatchObject({ code: 0, errors: 'Saved ritmo-2026-03-01-2026-03-31.csv.' })
  expect(readFileSync(join(home, 'ritmo-2026-03-01-2026-03-31.csv'), 'utf8')).toContain("'=danger")
  expect((await ritmo('projects')).out.split('\n')).toContain('Website         Ateş & Co')
  expect((await ritmo('tasks -p website')).out).toBe('Contact form  Website\nHomepage      Website')
  expect(JSON.parse((await ritmo('tasks --json')).out)).toHaveLength(2)
})

test('P20 a name that fits several projects is refused with their names, an unknown one with similar names', async () => {
  const { ritmo, ada } = await testTerminal()
  const ambiguous = await ritmo('start -p web')
  expect(ambiguous).toMatchObject({ code: 1, errors: '“web” fits several projects: Webinars, Website.' })
  const unknown = await ritmo('start -p Wbesite')
  expect(unknown).toMatchObject({ code: 1, errors: 'There is no project “Wbesite”. Did you mean Website?' })
  expect((await ada.get('/timer')).json().data.run).toBeNull()
})

test.each([
  ['es_ES.UTF-8', 'No hay nada en marcha.', '«stauts» no es una orden. ¿Querías decir status?'],
  ['tr_TR.UTF-8', 'Çalışan bir şey yok.', '“stauts” diye bir komut yok. Şunu mu demek istediniz: status?'],
  ['C', 'Nothing is running.', '“stauts” is not a command. Did you mean status?'],
  ['estonian', 'Nothing is running.', '“stauts” is not a command. Did you mean status?'],
])('P28 with LANG=%s the texts are in that language', async (LANG, idle, unknown) => {
  const { ritmo } = await testTerminal()
  expect((await ritmo('status', { environment: { LANG } })).out).toBe(idle)
  expect(await ritmo('stauts', { environment: { LANG } })).toEqual({ code: 2, out: '', errors: unknown })
})

// prettier-ignore
test.each([
  ['start --projct x',  '--projct is not an option of this command. Did you mean --project?'],
  ['start -p',          '-p needs a value.'],
  ['start -p --json',   '-p needs a value.'],
  ['status --json=yes', '--json takes no value.'],
  ['status now',        '“now” is one argument too many.'],
  ['completion',        '<shell> is missing.'],
  ['completion tcsh',   '“tcsh” is not one of bash, zsh, fish.'],
  ['report --by year',  '“year” is not one of project, client, task, tag, day, week, month.'],
  ['report soon',       '“soon” is not a period.'],
  ['log --limit 0',     '“0” is not a number from 1 to 500.'],
  ['report --json --csv', '--json and --csv cannot be used together.'],
  ['status --template {elapsd}', '“elapsd” is not a field.'],
  ['help stauts',       '“stauts” is not a command. Did you mean status?'],
])('P29 ritmo %s: %s', async (line, sentence) => {
  const { ritmo } = await testTerminal()
  expect(await ritmo(line)).toMatchObject({ code: 2, out: '', errors: expect.stringContaining(sentence) })
})

test('P29 results go to standard output without colours, and a reader may leave early', async () => {
  const { ritmo, launch } = await testTerminal()
  expect((await ritmo('help')).out).not.toContain('\u001B')
  expect(await ritmo('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+/) })
  expect(await ritmo('')).toMatchObject({ code: 0, out: expect.stringContaining('Commands') })
  expect((await ritmo('add --help')).out).toContain('ritmo add [duration] [note…] [options]')
  const child = launch(['help'])
  child.stdout.destroy()
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code).toBe(0)
})

test('P29 a token that was revoked is told, and another program at the address too', async () => {
  const { ritmo, ada } = await testTerminal()
  await ada.post('/users/logout')
  expect(await ritmo('status')).toMatchObject({ code: 3, errors: expect.stringContaining('does not accept the token') })
  const other = createServer((_, reply) => reply.end('<html>')).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { ritmo: elsewhere } = testComputer({ RITMO_URL: `http://127.0.0.1:${port}`, RITMO_TOKEN: 'x' })
  expect(await elsewhere('status')).toMatchObject({ code: 1, errors: expect.stringContaining('is not Ritmo') })
})

test('P30 --watch prints each change of the timer until Ctrl+C', async () => {
  const { ritmo, launch } = await testTerminal()
  const child = launch(['status', '--line', '--watch'])
  let printed = ''
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()))
  await expect.poll(() => printed).toBe('■\n')
  // The socket may not be connected yet; then the change is printed when it is.
  await ritmo('start -p Website')
  await expect.poll(() => printed).toMatch(/^■\n▶ 00:0\d Website\n$/)
  await ritmo('stop')
  await expect.poll(() => printed).toMatch(/Website\n■\n$/)
  child.kill('SIGINT')
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130)
})

test('P31 the command is a program that package.json names', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  expect(join(import.meta.dirname, '../..', manifest.bin['ritmo']!)).toBe(BIN)
  expect(statSync(BIN).mode & 0o111).toBe(0o111)
})
