import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Criterion } from '../drills/support/criteria.ts'
import type { Drill } from '../drills/support/drill.ts'
import { ROOT } from './run.ts'

const known = readdirSync(join(ROOT, 'drills')).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []))
const given = process.argv.slice(2)
const full = given.includes('--full')
const wanted = given.filter((word) => word !== '--full')
const names = wanted.includes('all') ? known : wanted
const stranger = names.find((name) => !known.includes(name))

if (stranger !== undefined) throw new Error(`There is no drill called ${stranger}: ${known.join(', ')}`)
if (names.length === 0) console.log(`Name what to drill (--full for its full length): all, ${known.join(', ')}`)

const summary: Record<string, unknown>[] = []
for (const name of names) {
  const startedAt = performance.now()
  const criteria = await play(name)
  for (const { what, measured, bar, isMet } of criteria)
    console.log(`${isMet ? 'ok  ' : 'FAIL'} ${name}: ${what}: ${measured} (bar ${bar})`)
  const failed = criteria.filter(({ isMet }) => !isMet).length
  const minutes = Number(((performance.now() - startedAt) / 60_000).toFixed(1))
  summary.push({ drill: name, minutes, criteria: criteria.length, failed, ok: failed === 0 ? 'yes' : 'NO' })
  if (failed > 0) process.exitCode = 1
}
if (names.length > 0) console.table(summary)
// Connections to what was killed may still be waited for.
process.exit()

/** A drill that breaks off has failed, and the next is tried all the same. */
async function play(name: string): Promise<Criterion[]> {
  console.log(`${name} …`)
  const { drill } = (await import(join(ROOT, 'drills', `${name}.ts`))) as Drill
  return drill({ full }).catch((error: unknown) => {
    console.error(error)
    return [{ what: 'comes to its end', measured: 'broke off', bar: 'yes', isMet: false }]
  })
}
