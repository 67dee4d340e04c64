import type { WorkedTime } from './worked-time.ts'

/** The values of an entry that can change. */
export interface EntryState extends WorkedTime {
  projectId: string
  taskId: string | null
  notes: string
  tags: readonly string[]
}

/** The values that one change of an entry has replaced. The times of an entry change together. */
export type FormerValues = Partial<Pick<EntryState, 'projectId' | 'taskId' | 'notes' | 'tags'>> & {
  worked?: WorkedTime
}

/** What a change has replaced; undefined if it changes nothing. */
export function findFormerValues(before: EntryState, after: EntryState): FormerValues | undefined {
  const former: FormerValues = {}
  // A task belongs to its project, so both are restored together.
  if (before.projectId !== after.projectId || before.taskId !== after.taskId) {
    former.projectId = before.projectId
    former.taskId = before.taskId
  }
  if (before.notes !== after.notes) former.notes = before.notes
  if (!hasSameTags(before.tags, after.tags)) former.tags = [...before.tags].toSorted()
  if (!isSameTime(before, after)) former.worked = toWorkedTime(before)
  return Object.keys(former).length === 0 ? undefined : former
}

/** The entry before a change. `changes` are that change and all later ones, the latest first. */
export const stateBefore = <State extends EntryState>(state: State, changes: readonly FormerValues[]): State =>
  changes.reduce((state, { worked, ...former }) => ({ ...state, ...former, ...worked }), state)

/** For each change, the latest first, the values that it has replaced and the values that it has set. */
export function pairValues(present: EntryState, changes: readonly FormerValues[]) {
  const pairs: { before: FormerValues; after: FormerValues }[] = []
  let state = present
  for (const before of changes) {
    const { projectId, taskId, notes, tags } = state
    const values: Required<FormerValues> = { projectId, taskId, notes, tags, worked: toWorkedTime(state) }
    const changed = Object.entries(values).filter(([name]) => name in before)
    pairs.push({ before, after: Object.fromEntries(changed) })
    state = stateBefore(state, [before])
  }
  return pairs
}

const toWorkedTime = ({ startedAt, endedAt, durationMs, segments }: WorkedTime): WorkedTime => ({
  startedAt,
  endedAt,
  durationMs,
  segments,
})

const hasSameTags = (a: readonly string[], b: readonly string[]) =>
  new Set([...a, ...b]).size === new Set(a).size && new Set(a).size === new Set(b).size

const isSameTime = (a: WorkedTime, b: WorkedTime) =>
  a.startedAt === b.startedAt &&
  a.endedAt === b.endedAt &&
  a.segments.length === b.segments.length &&
  a.segments.every(([start, end], index) => start === b.segments[index]![0] && end === b.segments[index]![1])
