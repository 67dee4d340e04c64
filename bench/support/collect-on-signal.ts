import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loaded before a server: lets the one who measures its memory have it throw away first what is garbage. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => {
  collect()
  collect()
})
