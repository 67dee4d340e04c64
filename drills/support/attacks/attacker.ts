import { setPriority } from 'node:os'
import { ATTACKS } from './all-attacks.ts'
import type { Target } from './attack.ts'

export interface Order extends Target {
  name: string
}

/** Runs as its own process with low priority, so that it slows down only the server. */
setPriority(10)
process.on('message', ({ name, ...target }: Order) => {
  const end = new AbortController()
  process.once('SIGTERM', () => end.abort())
  const { attack } = ATTACKS.find((one) => one.name === name)!
  void attack(target, end.signal).then((counts) => process.send?.(counts, () => process.exit()))
})
