// Plain JavaScript: it decides how Node loads the TypeScript files.
import { readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

// With the compile cache a start takes half of the time.
enableCompileCache()

// Node refuses to load TypeScript from a folder of packages, where a global installation lies.
if (import.meta.url.includes('/node_modules/')) {
  registerHooks({ load: loadTypeScript })
  // Node warns that this function is new.
  process.removeAllListeners('warning')
}

function loadTypeScript(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
  const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
  return { format: 'module', source, shortCircuit: true }
}

// The reader of a pipe may leave early: “ritmo log | head -1”.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const { main } = await import('./main.ts')
process.exitCode = await main(process.argv.slice(2), process.env)
