/** How a restore treats a record that the account has with other content. */
export const CHOICES = ['mine', 'archive', 'both'] as const
export type Choice = (typeof CHOICES)[number]

/** A record as a line of an archive. */
export interface ArchivedRecord {
  id: string
  [field: string]: unknown
}

/** The account's records that may be the same as one of the archive. */
export interface Candidates<Line extends ArchivedRecord> {
  /** The record with the same id. */
  byId?: Line | undefined
  /** Records of the same name in the same place that are not in the archive and stand for no other record of it. */
  byName?: readonly Line[] | undefined
  /** The record that an earlier restore has made to keep both. */
  copy?: Line | undefined
}

/**
 * `new`: the account does not have it. `same`: it has it already. Otherwise the account has it with other content, and the
 * choice decides: `kept` leaves the account's, `replaced` takes the archive's, `copied` adds the archive's beside it.
 */
export type Outcome = 'new' | 'same' | 'kept' | 'replaced' | 'copied'

export interface Plan<Line extends ArchivedRecord> {
  outcome: Outcome
  /** The record of the account that stands for the archive's. References to the archive's record become this one. */
  id: string
  /** What to write under this id; undefined if nothing changes. */
  write?: Line
}

interface PlanOptions<Line> {
  /** The record as the archive has it, before its references became those of the account. */
  original?: Line
  choice: Choice
  /** The id of a record that is added to keep both. It derives from the record, so that a second restore finds it. */
  copyId: string
}

/** Decides what restoring does with one record. */
export function planRecord<Line extends ArchivedRecord>(
  record: Line,
  candidates: Candidates<Line>,
  { original = record, choice, copyId }: PlanOptions<Line>,
): Plan<Line> {
  const { byId, byName = [], copy } = candidates
  const equal = findEqual(record, original, candidates)
  if (equal !== undefined) return { outcome: 'same', id: equal.id }
  const known = byId ?? byName[0]
  if (known === undefined) return { outcome: 'new', id: record.id, write: record }
  if (choice === 'mine') return { outcome: 'kept', id: known.id }
  if (choice === 'archive') return writeAs('replaced', known.id, record)
  return copy === undefined ? writeAs('copied', copyId, record) : { outcome: 'same', id: copyId }
}

const writeAs = <Line extends ArchivedRecord>(outcome: Outcome, id: string, record: Line): Plan<Line> => ({
  outcome,
  id,
  write: { ...record, id },
})

/** The first record with the same content. What nobody has changed stays, even if both versions of its project are kept. */
function findEqual<Line extends ArchivedRecord>(record: Line, original: Line, { byId, byName = [] }: Candidates<Line>) {
  if (byId !== undefined && (hasSameContent(original, byId) || hasSameContent(record, byId))) return byId
  return byName.find((known) => hasSameContent(record, known))
}

/** Fields that may differ between records that a user would call the same. */
const BOOKKEEPING = new Set(['id', 'createdAt', 'updatedAt', 'import', 'focusSession'])

/** Whether two records differ at most in their ids and in when they were written. */
export function hasSameContent(a: ArchivedRecord, b: ArchivedRecord) {
  const fields = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...fields].every((field) => BOOKKEEPING.has(field) || JSON.stringify(a[field]) === JSON.stringify(b[field]))
}

/** The name, with a number behind it if it is taken. */
export function findFreeName(name: string, isTaken: (name: string) => boolean) {
  let free = name
  for (let number = 2; isTaken(free); number += 1) free = `${name} (${number})`
  return free
}
