// Plain JavaScript: Node's translator of TypeScript takes 17 MB, and is loaded only when something is not in the cache.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// What was compiled once is kept: the next start takes less than half of the time. Before anything else is loaded.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/ritmo/compiled'))

// Loading makes much garbage, once: the memory for it is not to stay. Afterwards it may grow by the load as usual.
setFlagsFromString('--semi-space-growth-factor=1')
await import('./start.ts')
setFlagsFromString('--semi-space-growth-factor=2')

// By itself V8 lets much garbage gather in a busy server, and keeps the memory for it. Loading would only be slower.
setFlagsFromString('--heap-growing-percent=30')
