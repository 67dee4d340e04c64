// Plain JavaScript: Node's TypeScript loader takes 17 MB, and is needed only for files that are not in the compile
// cache.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { findBundle } from './deployment/bundle.mjs'
import { startCompileCache } from './deployment/compile-cache.mjs'

// With the compile cache a start takes less than half of the time. It must be enabled before anything else is loaded.
startCompileCache()

// Loading modules creates much garbage once. The young generation must not grow for it; afterwards it may, as usual.
setFlagsFromString('--semi-space-growth-factor=1')
await import(findBundle() ?? './start.ts')
setFlagsFromString('--semi-space-growth-factor=2')

// V8 would let a busy server accumulate much garbage and keep the memory for it. Set after loading, which it would slow
// down.
setFlagsFromString('--heap-growing-percent=30')

// The start leaves garbage all over the heap. Collected once, its pages return to the system: 9 of 116 MB. This takes
// about a tenth of a second, so it waits until those that waited for the start have been answered.
setTimeout(() => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
}, 3_000).unref()
