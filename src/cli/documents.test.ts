import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMAND_NAMES, commandOf, OPTIONS, optionsOf } from './command-table.ts'
import { writeManPage } from './man-page.ts'
import { split, testTerminal } from './testing/test-terminal.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { loadTexts } from './texts/text.ts'
import { tr } from './texts/tr.ts'

const ROOT = join(import.meta.dirname, '../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/cli.md'), 'utf8')

const START = 'start -p Website'
/** The effect of a command depends on the timer, so these commands run before it; they may be refused. */
const PREPARATIONS: Record<string, readonly string[]> = {
  start: ['stop'],
  pause: [START],
  resume: [START, 'pause'],
  skip: [START],
  switch: [START],
  stop: [START],
}

/** Lines of code blocks that run `ritmo`. */
const linesOf = (document: string) =>
  [...document.matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => line.startsWith('ritmo '))

test('P35 the man page is made from the table of commands', async () => {
  await expect(writeManPage(await loadTexts('en'))).toMatchFileSnapshot(join(ROOT, 'man/ritmo.1'))
})

test.skipIf(spawnSync('man', ['--version']).status !== 0)('P35 the man page is valid', () => {
  const environment = { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '80' }
  const { stdout, stderr } = spawnSync('man', ['--warnings', '-l', join(ROOT, 'man/ritmo.1')], {
    env: environment,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout).toContain('ritmo start [options]')
})

test('P35 help names every option and argument in every language', async () => {
  const { ritmo } = await testTerminal()
  for (const name of COMMAND_NAMES) {
    const { out } = await ritmo(['help', name])
    for (const option of optionsOf(name)) expect(out).toContain(`--${option}`)
    for (const example of commandOf(name).examples ?? []) expect(out).toContain(example)
  }
  for (const [key, text] of Object.entries(en)) {
    const parameters = (written: string) => [...written.matchAll(/\{\w+\}/g)].map(String).toSorted()
    for (const other of [es, tr]) expect(parameters(other[key as keyof typeof en])).toEqual(parameters(text))
  }
})

test('P35 docs/cli.md explains every command, and names no other option', () => {
  for (const name of COMMAND_NAMES) expect(DOCUMENT).toContain(`ritmo ${name}`)
  for (const [, option = ''] of DOCUMENT.matchAll(/`--([a-z]+)/g)) expect(Object.keys(OPTIONS)).toContain(option)
})

test('P35 every command line in the documents and in the help runs', async () => {
  const { ritmo, home } = await testTerminal()
  execFileSync('sh', ['-c', `printf x > '${home}/token.txt'`])
  const documents = ['docs/cli.md', 'docs/assistants.md', 'README.md'].map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  )
  const examples = COMMAND_NAMES.flatMap((name) => commandOf(name).examples ?? [])
  // They sign in elsewhere, serve until they are stopped, or are sourced by a shell.
  const others = /^ritmo (login|logout|mcp)|--watch|\||</
  const lines = [...documents.flatMap(linesOf), ...examples].filter((line) => !others.test(line))
  expect(lines.length).toBeGreaterThan(20)
  for (const line of new Set(lines)) {
    const words = split(line).slice(1)
    for (const before of PREPARATIONS[words[0]!] ?? []) await ritmo(before)
    expect({ line, ...(await ritmo(words)) }).toMatchObject({ line, code: 0 })
  }
}, 600_000)
