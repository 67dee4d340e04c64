import { existsSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolder, createTemporaryFolder } from '../../scripts/topology/managed-process.ts'

/** Clocks of machines, by the names of the nodes on them, that can be set while they run; the rest of this one stays. */
export function createMachineClocks() {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
  if (library === undefined || !existsSync(library))
    throw new Error('This drill needs libfaketime: install the Debian package "faketime", or one like it.')
  const folder = createTemporaryFolder('ritmo-clocks-')
  const fileOf = (node: string) => join(folder, node.replaceAll(' ', '-'))
  const set = (node: string, hours: number) => writeFileSync(fileOf(node), `${hours < 0 ? '' : '+'}${hours}h`)

  return {
    set,
    /** What makes a node go by its machine's clock. */
    settingsOf(node: string) {
      set(node, 0)
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(node),
        FAKETIME_CACHE_DURATION: '1',
        // Only a clock that can be set: the others count on.
        DONT_FAKE_MONOTONIC: '1',
      }
    },
    remove: () => removeFolder(folder),
  }
}
