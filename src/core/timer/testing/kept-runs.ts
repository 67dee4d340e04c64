import {
  EMPTY_LEDGER,
  type Extent,
  extentsAt,
  type Ledger,
  type Run,
  type Session,
  sessionsAt,
} from '#core/timer/merge.ts'
import { byEnd, countReached, type Reach } from '#core/timer/reach.ts'

interface KeptRun extends Extent {
  run: Run
}

/** What a server keeps: it opens only what something reaches, and writes only what has become different there. */
export class KeptRuns {
  #rows = new Map<string, KeptRun>()
  #sessions = new Map<string, Session>()
  #settledAt = 0

  change({ runId, from, entryId }: Reach, now: number, edit: (part: Ledger) => Ledger) {
    const rows = [...this.#rows.values()].toSorted(byStart)
    const standing = rows.filter(({ run, endedAt }) => endedAt === null || run.id === runId)
    const ended = rows.filter(({ endedAt }) => endedAt !== null).toSorted(byEnd)
    const starts = [...standing.map((row) => row.countsFrom), ...this.#startsOf(entryId)]
    const count = countReached(ended, Math.min(from, ...starts))
    const reached = new Set([...standing, ...rows.slice(-1), ...ended.slice(0, count)])
    const part = { ...EMPTY_LEDGER, runs: rows.filter((row) => reached.has(row)).map(({ run }) => run) }
    this.#write([part, this.#settledAt], [edit(part), now])
    this.#settledAt = now
  }

  #startsOf(entryId: string | undefined) {
    const saved = [...this.#sessions.values()].filter((session) => session.entryId === entryId)
    return saved.flatMap(({ status, stretches: [first] }) => (status === 'saved' && first ? [first[0]] : []))
  }

  #write(before: [Ledger, number], after: [Ledger, number]) {
    const known = new Set(extentsAt(...before).map((row) => JSON.stringify(row)))
    for (const row of extentsAt(...after)) if (!known.has(JSON.stringify(row))) this.#rows.set(row.run.id, row)
    const were = new Map(sessionsAt(...before).map((session) => [session.key, JSON.stringify(session)]))
    for (const session of sessionsAt(...after)) {
      if (were.get(session.key) !== JSON.stringify(session)) this.#sessions.set(session.key, session)
      were.delete(session.key)
    }
    for (const key of were.keys()) this.#sessions.delete(key)
  }

  /** Throws if it is not what the whole ledger comes to. */
  compare(whole: Ledger) {
    if (asSet([...this.#rows.values()]) !== asSet(extentsAt(whole, this.#settledAt)))
      throw new Error('I9 runs that were not opened have changed')
    if (asSet(sessionsAt(whole, this.#settledAt)) !== asSet([...this.#sessions.values()]))
      throw new Error('I9 sessions that were not opened have changed')
  }
}

const byStart = (a: KeptRun, b: KeptRun) => a.startedAt - b.startedAt || (a.run.id < b.run.id ? -1 : 1)

/** The same for the same rows in any order. */
export const asSet = (rows: readonly unknown[]) => JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())
