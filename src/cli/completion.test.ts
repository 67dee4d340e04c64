import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMAND_NAMES, optionsOf } from './command-table.ts'
import { BIN, testTerminal } from './testing/test-terminal.ts'

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

/** A computer with the completion script of a shell, and `ritmo` in its path. */
async function testShell(shell: string) {
  const terminal = await testTerminal()
  const { home, environment, ritmo } = terminal
  const folder = join(home, 'bin')
  mkdirSync(folder)
  writeFileSync(join(folder, 'ritmo'), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`)
  chmodSync(join(folder, 'ritmo'), 0o755)
  await ritmo('projects')
  const script = join(home, `completion.${shell}`)
  writeFileSync(script, (await ritmo(['completion', shell])).out)
  const env = { ...environment, PATH: `${folder}:${environment.PATH}` }
  return {
    script,
    run: (code: string) => execFileSync(shell, ['-c', code], { env, encoding: 'utf8' }).trim().split('\n'),
  }
}

test('P34 bash completes commands, options, choices and names', async () => {
  const { script, run } = await testShell('bash')
  const complete = (...words: string[]) =>
    run(`source '${script}'; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
      COMP_CWORD=${words.length - 1}; _ritmo; printf '%s\\n' "\${COMPREPLY[@]}"`)
  expect(complete('ritmo', 'sta')).toEqual(['status', 'start'])
  expect(complete('ritmo', 'start', '--st')).toEqual(['--stopwatch'])
  expect(complete('ritmo', 'report', '--by', 'c')).toEqual(['client'])
  expect(complete('ritmo', 'log', 'last')).toEqual(['last-week', 'last-month', 'last-year'])
  expect(complete('ritmo', 'start', '-p', 'Web')).toEqual(['Webinars', 'Website'])
  expect(complete('ritmo', 'start', '-t', 'Con')).toEqual(['Contact\\ form'])
  expect(complete('ritmo', 'start', '-t', '"Con')).toEqual(['Contact form'])
})

test.skipIf(!isInstalled('fish'))('P34 fish completes commands, options and names', async () => {
  const { script, run } = await testShell('fish')
  const complete = (line: string) =>
    run(`source '${script}'; complete -C '${line}'`).map((offer) => offer.split('\t')[0])
  expect(complete('ritmo sta')).toEqual(['start', 'status'])
  expect(complete('ritmo start --stop')).toEqual(['--stopwatch'])
  expect(complete('ritmo start -p Webs')).toEqual(['Website'])
})

test.skipIf(!isInstalled('zsh'))('P34 zsh loads the script and offers names', async () => {
  const { script, run } = await testShell('zsh')
  const load = `autoload -Uz compinit; compinit -D -u; source '${script}'`
  expect(run(`${load}; print $_comps[ritmo]`)).toEqual(['_ritmo'])
  // compadd works only within a completion, so its arguments are printed.
  expect(run(`${load}; compadd() { print -l $names }; _ritmo_names project`)).toContain('Diseño gráfico')
})

test.each(['bash', 'zsh', 'fish'])('P34 the script of %s has every command and option', async (shell) => {
  const { ritmo } = await testTerminal()
  for (const LANG of ['en', 'es', 'tr']) {
    const { out } = await ritmo(['completion', shell], { environment: { LANG } })
    for (const name of COMMAND_NAMES) {
      expect(out).toContain(name)
      for (const option of optionsOf(name)) expect(out).toMatch(new RegExp(`(--|-l )${option}\\b`))
    }
  }
})
