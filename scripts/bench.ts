import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.ts'

interface Bench {
  /** Prints the figure and its bar; false when it is not reached. */
  measure: () => Promise<boolean>
}

const known = readdirSync(join(ROOT, 'bench')).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []))
const wanted = process.argv.slice(2)
const names = wanted.includes('all') ? known : wanted

if (names.length === 0) console.log(`Name what to measure: all, ${known.join(', ')}`)
for (const name of names) {
  const file = join(ROOT, 'bench', `${name}.ts`)
  if (!existsSync(file)) throw new Error(`There is no measurement called ${name}: ${known.join(', ')}`)
  const { measure } = (await import(file)) as Bench
  if (!(await measure())) process.exitCode = 1
}
