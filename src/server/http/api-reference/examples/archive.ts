import type { archive, RestoreCounts, RestoreOutcome } from '#contract/files/archive.ts'
import type { ExamplesOf } from './example-types.ts'
import { STORED } from './sample-data.ts'

const counts = (given: Partial<RestoreCounts> = {}): RestoreCounts => ({
  new: 0,
  same: 0,
  kept: 0,
  replaced: 0,
  copied: 0,
  examples: [],
  ...given,
})

const OUTCOME: RestoreOutcome = {
  kinds: {
    profile: counts({ same: 1 }),
    clients: counts({ kept: 1, examples: ['Acme'] }),
    projects: counts({ new: 1 }),
    tasks: counts(),
    tags: counts({ same: 2 }),
    presets: counts({ same: 3 }),
    views: counts(),
    goals: counts(),
    entries: counts({ new: 120, same: 4 }),
  },
  imports: { new: 1, same: 0 },
  timer: 'none',
}
const RESTORE = { query: { projects: 'both' }, file: '(the archive)' } as const

export const archiveExamples: ExamplesOf<typeof archive> = {
  download: { reply: '(the archive)' },
  downloadWithPassword: { body: { password: 'Correct horse 1' }, reply: '(the archive)' },
  preview: {
    ...RESTORE,
    reply: { createdAt: STORED.createdAt, version: '0.1.b', name: 'Ann', email: 'ann@example.org', ...OUTCOME },
  },
  restore: { ...RESTORE, reply: OUTCOME },
  state: {
    reply: { isRunning: true, isFinished: false, startedAt: STORED.createdAt, lines: 50_000, doneLines: 12_250 },
  },
}
