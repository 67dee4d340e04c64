#!/usr/bin/env node
// The command `ritmo`. It is plain JavaScript without packages, because it must run on any Node that the machine has.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The first version that runs the sources of this program. */
const MIN_MAJOR = 24

if (Number.parseInt(process.versions.node, 10) >= MIN_MAJOR) await import('./start.mjs')
else runOnPinnedNode()

function runOnPinnedNode() {
  const start = join(dirname(fileURLToPath(import.meta.url)), 'start.mjs')
  const child = spawn(findPinnedNode(), [start, ...process.argv.slice(2)], { stdio: 'inherit' })
  // The terminal sends Ctrl+C to both processes; the other one decides how to end.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

function findPinnedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json')
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
    process.stderr.write(`The packages are missing. Run “npm ci” in ${root}.\n`)
    process.exit(1)
  }
}
