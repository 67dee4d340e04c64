import { hash } from 'node:crypto'
import type { RestoreCounts, RestoreOutcome, RestoreQuery } from '#contract/files/archive.ts'
import { CHOSEN_KINDS, type ChosenKind, RECORD_KINDS, type RecordKind } from '#core/archive/kinds.ts'
import type { ArchivedRecord, Choice, Outcome } from '#core/archive/plan-record.ts'
import { uuidV8 } from '#core/uuid.ts'
import type { NewContent } from '#server/quotas.ts'
import type { CheckedArchive } from './check-archive.ts'
import type { Fields } from './fields.ts'
import type { Line } from './read-lines.ts'

const MAX_EXAMPLES = 5

/** The state of a restore, or of its preview, which plans the same and writes nothing. */
export interface RestoreContext {
  userId: string
  now: number
  isPreview: boolean
  archive: CheckedArchive
  choiceFor: (kind: ChosenKind) => Choice
  /** For each kind, the ids of the account's records that stand for records of the archive with other ids. */
  newIds: Record<RecordKind, Map<string, string>>
  /** The project of each task of the account that stands for one of the archive. */
  projectOfTask: Map<string, string>
  /** False if the account has no time entries, so that a preview need not look for them. */
  mayHaveEntries: boolean
  /** Whether the account has runs that are not in the archive: then the archive's runs stay out. */
  hasOwnRuns: boolean
  outcome: RestoreOutcome
  /** What the restore adds, for the quotas. */
  content: Required<NewContent>
}

interface ContextOptions {
  userId: string
  now: number
  isPreview: boolean
  query: RestoreQuery
  mayHaveEntries: boolean
  hasOwnRuns: boolean
}

export function createContext(archive: CheckedArchive, { query, ...options }: ContextOptions): RestoreContext {
  return {
    ...options,
    archive,
    choiceFor: (kind) => query[kind] ?? query.conflicts,
    newIds: forEach(RECORD_KINDS, () => new Map<string, string>()),
    projectOfTask: new Map(),
    outcome: {
      kinds: forEach(CHOSEN_KINDS, noCounts),
      imports: { new: 0, same: 0 },
      timer: 'none',
    },
    content: { entries: 0, entryTags: 0, textBytes: 0, records: {} },
  }
}

const noCounts = (): RestoreCounts => ({ new: 0, same: 0, kept: 0, replaced: 0, copied: 0, examples: [] })

const forEach = <Key extends string, Value>(keys: readonly Key[], create: () => Value) =>
  Object.fromEntries(keys.map((key) => [key, create()])) as Record<Key, Value>

export function countOutcome({ outcome }: RestoreContext, kind: ChosenKind, result: Outcome, example: string) {
  const counts = outcome.kinds[kind]
  counts[result] += 1
  const isConflict = result !== 'new' && result !== 'same'
  if (isConflict && counts.examples.length < MAX_EXAMPLES) counts.examples.push(example)
}

/** Replaces references to records of the archive by references to those of the account that stand for them. */
export function mapReferences({ newIds }: RestoreContext, fields: Fields, line: Line): Line {
  const mapped = { ...line }
  for (const [field, { refersTo }] of Object.entries(fields))
    if (refersTo !== undefined) mapped[field] = newIds[refersTo].get(line[field] as string) ?? line[field]
  return mapped
}

/** Replaces ids within text, for example in the query of a report view or in the commands of a run. */
export function mapIdsInText({ newIds }: RestoreContext, text: string) {
  const maps = Object.values(newIds).filter(({ size }) => size > 0)
  if (maps.length === 0) return text
  return text.replaceAll(/[\w-]{36}/g, (id) => maps.find((map) => map.has(id))?.get(id) ?? id)
}

/** The id of a record that is added beside the account's. It derives from the content, so a second restore finds it. */
export const copyIdOf = (kind: ChosenKind, line: ArchivedRecord) =>
  uuidV8(hash('sha256', `${kind}\0${JSON.stringify(line)}`, 'buffer'))

const TEXT_FIELDS = ['name', 'description', 'contactInfo', 'notes', 'search']

/** The bytes of the fields that the quota for text counts. */
export const textBytesIn = (line: Line) =>
  TEXT_FIELDS.reduce((sum, field) => sum + Buffer.byteLength((line[field] as string | undefined) ?? ''), 0)
