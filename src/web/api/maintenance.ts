import type { Maintenance } from '#contract/administration/administration.ts'
import { createValueStore } from '#web/value-store.ts'

/** The maintenance of the site, of which the socket tells; null if there is none. */
export const maintenanceStore = createValueStore<Maintenance>(null)
