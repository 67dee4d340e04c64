import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildServer } from './build-server.ts'
import { ROOT } from './run.ts'

interface Bench {
  /** Prints each figure with its bar as `name what: figure (bar 2), remarks`. Returns false if a bar is missed. */
  measure: () => Promise<boolean>
}

const COLUMNS = ['name', 'what', 'figure', 'bar', 'ok'] as const
type Row = Record<(typeof COLUMNS)[number], string>

const knownNames = readdirSync(join(ROOT, 'bench')).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []))
const givenNames = process.argv.slice(2)
const names = givenNames.includes('all') ? knownNames : givenNames
const unknownName = names.find((name) => !knownNames.includes(name))

if (unknownName !== undefined) throw new Error(`There is no benchmark called ${unknownName}: ${knownNames.join(', ')}`)
if (names.length === 0) console.log(`Name the benchmarks to run: all, ${knownNames.join(', ')}`)
if (names.length === 1) process.exitCode = (await measureInThisProcess(names[0] ?? '')) ? 0 : 1
if (names.length > 1) {
  const rows: Row[] = []
  for (const name of names) rows.push(...(await measureInOwnProcess(name)))
  printTable(rows)
}

async function measureInThisProcess(name: string) {
  await buildServer()
  const { measure } = (await import(join(ROOT, 'bench', `${name}.ts`))) as Bench
  return measure()
}

/**
 * Each benchmark runs in its own process, so that a leak or crash does not affect the next one. The exit code covers all
 * of its figures, so each row of the table shows the result of the whole benchmark.
 */
async function measureInOwnProcess(name: string) {
  const child = spawn(process.execPath, [import.meta.filename, name], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    console.log(line)
    lines.push(line)
  }
  const [code] = (await ended) as [number | null]
  if (code !== 0) process.exitCode = 1
  const ok = code === 0 ? 'yes' : 'NO'
  const rows = lines.filter((line) => line.startsWith(name)).flatMap((line) => parseFigures(line.slice(name.length)))
  const printed = rows.length > 0 ? rows : [{ what: '', figure: 'none', bar: '' }]
  return printed.map((row) => ({ name, ...row, ok }))
}

/** Splits a printed line, which may hold several figures, each followed by its bar. */
function parseFigures(line: string) {
  const [, what = '', rest = line] = /^(.*?): (.*)$/.exec(line) ?? []
  const figures = [...rest.matchAll(/(.*?) \(bar ([^)]*)\)(?:, )?/g)]
  if (figures.length === 0) return [{ what: what.trim(), figure: rest, bar: '' }]
  return figures.map(([, figure = '', bar = '']) => ({ what: what.trim(), figure, bar }))
}

function printTable(rows: readonly Row[]) {
  const header = Object.fromEntries(COLUMNS.map((column) => [column, column])) as Row
  const all = [header, ...rows]
  const widths = COLUMNS.map((column) => Math.max(...all.map((row) => row[column].length)))
  console.log('')
  for (const row of all) console.log(COLUMNS.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join('  '))
}
