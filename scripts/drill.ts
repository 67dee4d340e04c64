import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Criterion } from '../drills/support/criteria.ts'
import type { Drill } from '../drills/support/drill.ts'
import { buildServer } from './build-server.ts'
import { ROOT } from './run.ts'

const files = globSync(['*.ts', 'engines/*.ts'], { cwd: join(ROOT, 'drills') }).toSorted()
const fileOf = new Map(files.map((file) => [basename(file, '.ts'), file]))
const knownNames = [...fileOf.keys()]
const givenWords = process.argv.slice(2)
const full = givenWords.includes('--full')
const givenNames = givenWords.filter((word) => word !== '--full')
const names = givenNames.includes('all') ? knownNames : givenNames
const unknownName = names.find((name) => !knownNames.includes(name))

if (unknownName !== undefined) throw new Error(`There is no drill called ${unknownName}: ${knownNames.join(', ')}`)
if (names.length === 0)
  console.log(`Name the drills to run (--full for the full length): all, ${knownNames.join(', ')}`)

await buildServer()
const summary: Record<string, unknown>[] = []
for (const name of names) {
  const startedAt = performance.now()
  const criteria = await runDrill(name)
  for (const { what, measured, bar, isMet } of criteria)
    console.log(`${isMet ? 'ok  ' : 'FAIL'} ${name}: ${what}: ${measured} (bar ${bar})`)
  const failed = criteria.filter(({ isMet }) => !isMet).length
  const minutes = Number(((performance.now() - startedAt) / 60_000).toFixed(1))
  summary.push({ drill: name, minutes, criteria: criteria.length, failed, ok: failed === 0 ? 'yes' : 'NO' })
  if (failed > 0) process.exitCode = 1
}
if (names.length > 0) console.table(summary)
// Open connections to killed processes would keep this one alive.
process.exit()

/** A drill that throws counts as failed, and the next one still runs. */
async function runDrill(name: string): Promise<Criterion[]> {
  console.log(`${name} …`)
  const { drill } = (await import(join(ROOT, 'drills', fileOf.get(name) ?? ''))) as Drill
  return drill({ full }).catch((error: unknown) => {
    console.error(error)
    return [{ what: 'runs to its end', measured: 'failed', bar: 'yes', isMet: false }]
  })
}
