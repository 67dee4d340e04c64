import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT, runTool } from '../run.ts'

const INPUTS = ['src/web', 'src/core', 'src/contract', 'scripts/web-build', 'vite.config.ts', 'package-lock.json']
const STAMP_FILE = join(ROOT, 'node_modules/.cache/ritmo/web-build')

/** Builds the front end unless `dist/` was already built from the same files with the same options. */
export async function buildWeb(...options: string[]) {
  const wanted = hashInputs(options)
  if (
    existsSync(join(ROOT, 'dist/index.html')) &&
    existsSync(STAMP_FILE) &&
    readFileSync(STAMP_FILE, 'utf8') === wanted
  )
    return
  console.log('Building the front end …')
  const { ok, output } = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...options], {
    stdio: 'pipe',
  })
  if (!ok) throw new Error(`The front end could not be built:\n${output}`)
  mkdirSync(dirname(STAMP_FILE), { recursive: true })
  writeFileSync(STAMP_FILE, wanted)
}

function hashInputs(options: string[]) {
  const hash = createHash('sha256').update(options.join(' '))
  for (const file of INPUTS.flatMap(listFiles).toSorted()) hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (path.includes('.')) return [path]
  const entries = readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
}
