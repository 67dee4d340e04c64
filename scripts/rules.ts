import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.ts'

const TESTS = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'e2e/**/*.spec.ts']

/** Every rule of docs/rules.md has a test whose name starts with its id, and no test names a rule that is not there. */
export function checkRules() {
  const rules = new Set(matches(read('docs/rules.md'), /^\| ([A-Z]\d+) +\|/gm))
  const tests = globSync(TESTS, { cwd: ROOT }).map((file) => ({
    file,
    ids: new Set(matches(read(file), /['"`]([A-Z]\d+) /g)),
  }))
  const proven = new Set(tests.flatMap(({ ids }) => [...ids]))
  const complaints = [
    ...[...rules].filter((id) => !proven.has(id)).map((id) => `docs/rules.md: no test starts with "${id} "`),
    ...tests.flatMap(({ file, ids }) =>
      [...ids].filter((id) => !rules.has(id)).map((id) => `${file}: names the rule ${id}, which docs/rules.md lacks`),
    ),
  ]
  if (rules.size === 0) complaints.push('docs/rules.md: no rules found')
  return { ok: complaints.length === 0, output: complaints.join('\n') }
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!)
