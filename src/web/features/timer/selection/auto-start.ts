import type { AutoStart } from '#core/timer/state.ts'
import { readStoredObject, writeStored } from '#web/storage.ts'
import { createValueStore } from '#web/value-store.ts'

const ALWAYS: AutoStart = { breaks: true, work: true }

const autoStart = createValueStore<AutoStart>({ ...ALWAYS, ...readStoredObject('auto-start') })

/** Which phases begin by themselves: a choice of the account, of which the device keeps a copy. */
export const currentAutoStart = autoStart.read
export const useAutoStart = autoStart.useValue

/** Without a choice, all phases begin by themselves. */
export function setAutoStart(chosen: AutoStart = ALWAYS) {
  writeStored('auto-start', JSON.stringify(chosen))
  autoStart.set(chosen)
}
