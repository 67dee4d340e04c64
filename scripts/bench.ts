import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './run.ts'

interface Bench {
  /** Prints each figure and its bar, as `name what: figure (bar 2), remarks`; false when one is not reached. */
  measure: () => Promise<boolean>
}

const COLUMNS = ['name', 'what', 'figure', 'bar', 'ok'] as const
type Row = Record<(typeof COLUMNS)[number], string>

const known = readdirSync(join(ROOT, 'bench')).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []))
const wanted = process.argv.slice(2)
const names = wanted.includes('all') ? known : wanted
const stranger = names.find((name) => !known.includes(name))

if (stranger !== undefined) throw new Error(`There is no measurement called ${stranger}: ${known.join(', ')}`)
if (names.length === 0) console.log(`Name what to measure: all, ${known.join(', ')}`)
if (names.length === 1) process.exitCode = (await measureHere(names[0] ?? '')) ? 0 : 1
if (names.length > 1) {
  const rows: Row[] = []
  for (const name of names) rows.push(...(await measureApart(name)))
  print(rows)
}

async function measureHere(name: string) {
  const { measure } = (await import(join(ROOT, 'bench', `${name}.ts`))) as Bench
  return measure()
}

/**
 * In a process of its own: what one measurement leaves behind, or dies of, is nothing to the next. Whether it is ok is
 * known of all its figures together.
 */
async function measureApart(name: string) {
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
  const rows = lines.filter((line) => line.startsWith(name)).flatMap((line) => figuresIn(line.slice(name.length)))
  const told = rows.length > 0 ? rows : [{ what: '', figure: 'none', bar: '' }]
  return told.map((row) => ({ name, ...row, ok }))
}

/** A line may have several figures, each followed by its bar. */
function figuresIn(line: string) {
  const [, what = '', rest = line] = /^(.*?): (.*)$/.exec(line) ?? []
  const figures = [...rest.matchAll(/(.*?) \(bar ([^)]*)\)(?:, )?/g)]
  if (figures.length === 0) return [{ what: what.trim(), figure: rest, bar: '' }]
  return figures.map(([, figure = '', bar = '']) => ({ what: what.trim(), figure, bar }))
}

function print(rows: readonly Row[]) {
  const header = Object.fromEntries(COLUMNS.map((column) => [column, column])) as Row
  const all = [header, ...rows]
  const widths = COLUMNS.map((column) => Math.max(...all.map((row) => row[column].length)))
  console.log('')
  for (const row of all) console.log(COLUMNS.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join('  '))
}
