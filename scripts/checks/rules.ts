import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run.ts'

const TESTS = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'e2e/**/*.spec.ts']

/**
 * Checks that each rule of docs/rules.md has an id of its own and a test whose name starts with it, and that tests name no
 * other rule.
 */
export function checkRules() {
  const ids = readRuleIds(read('docs/rules.md'))
  const rules = new Set(ids)
  const tests = globSync(TESTS, { cwd: ROOT }).map((file) => ({
    file,
    ids: new Set(findMatches(read(file), /['"`]([A-Z]\d+) /g)),
  }))
  const testedIds = new Set(tests.flatMap(({ ids }) => [...ids]))
  const complaints = [
    ...findRepeated(ids).map((id) => `docs/rules.md: ${id} is the id of several rules`),
    ...[...rules].filter((id) => !testedIds.has(id)).map((id) => `docs/rules.md: no test starts with "${id} "`),
    ...tests.flatMap(({ file, ids }) =>
      [...ids]
        .filter((id) => !rules.has(id))
        .map((id) => `${file}: names the rule ${id}, which is not in docs/rules.md`),
    ),
  ]
  if (rules.size === 0) complaints.push('docs/rules.md: no rules found')
  return { ok: complaints.length === 0, output: complaints.join('\n') }
}

const readRuleIds = (page: string) => findMatches(page, /^\| ([A-Z]\d+) +\|/gm)

const findRepeated = (ids: string[]) => [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const findMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!)
