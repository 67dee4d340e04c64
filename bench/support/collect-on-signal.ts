import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Preloaded into a server: collects garbage on SIGUSR2, so that its memory can be measured without garbage. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => {
  collect()
  collect()
})
