import { createHash } from 'node:crypto'
import type { Run } from '#core/timer/history.ts'
import { RECORD_KINDS, type RecordKind } from '#core/archive/kinds.ts'
import { goalIdOf } from '#server/features/goals/queries.ts'
import { parseJson } from '#server/parse-json.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'
import { type ArchiveFile, damaged } from './open-archive.ts'
import type { Line } from './read-lines.ts'
import { completeLine, FILE_KINDS, type FileKind, fileName, LATER_FILES, RECORDS, SCHEMAS } from './records.ts'

/** What is known of an archive once every line of it has been read. */
export interface CheckedArchive extends ArchiveFile {
  profile: Line
  /** The ids of its records. */
  ids: Record<RecordKind, ReadonlySet<string>>
  runIds: ReadonlySet<string>
  /** The timer and its open run, if there are any. */
  timer: Line | undefined
  openRun: Line | undefined
}

/**
 * Reads a whole archive: checksums, every field of every line, and that every reference leads to a line. So an archive that
 * is damaged is refused before anything is written.
 */
export async function checkArchive(file: ArchiveFile): Promise<CheckedArchive> {
  const pacer = createPacer()
  const check = createLineCheck()
  for (const kind of FILE_KINDS) {
    const hash = createHash('sha256')
    let lines = 0
    for await (const page of file.readPages(kind, (bytes) => void hash.update(bytes)))
      for (const text of page) {
        lines += 1
        const line = parseJson(text)
        if (!SCHEMAS[kind].safeParse(line).success) throw damaged()
        check.add(kind, completeLine(kind, line as Line))
        if (pacer.shouldYield()) await pacer.yieldToEventLoop()
      }
    checkManifest(file, kind, { lines, sha256: hash.digest('hex') })
  }
  return { ...file, ...check.end() }
}

/** Refuses a file that is not as the manifest says. */
function checkManifest(
  { manifest }: ArchiveFile,
  kind: FileKind,
  { lines, sha256 }: { lines: number; sha256: string },
) {
  const said = manifest.files.find(({ name }) => name === fileName(kind))
  if (said === undefined) demand(lines === 0 && LATER_FILES.has(kind))
  else demand(said.lines === lines && said.sha256 === sha256)
}

function createLineCheck() {
  const ids = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, new Set<string>()])) as Record<
    RecordKind,
    Set<string>
  >
  const projectOf = new Map<unknown, unknown>()
  const imports = new Set<unknown>()
  const runs = createRunCheck()
  const single: { profile?: Line; timer?: Line } = {}

  function addRecord(kind: RecordKind, line: Line) {
    const id = line['id'] as string
    demand(!ids[kind].has(id))
    for (const [field, { refersTo }] of Object.entries<{ refersTo?: RecordKind }>(RECORDS[kind].fields))
      demand(refersTo === undefined || line[field] === null || ids[refersTo].has(line[field] as string))
    ids[kind].add(id)
    if (kind === 'tasks') projectOf.set(id, line['project'])
  }

  function addEntry(line: Line) {
    demand(ids.projects.has(line['project'] as string))
    demand(line['task'] === null || projectOf.get(line['task']) === line['project'])
    const tags = line['tags'] as string[]
    demand(tags.every((tag) => ids.tags.has(tag)) && new Set(tags).size === tags.length)
    demand(hasPossibleTimes(line))
  }

  const others: Record<Exclude<FileKind, RecordKind>, (line: Line) => void> = {
    profile: (line) => {
      demand(single.profile === undefined)
      single.profile = line
    },
    goals: createGoalCheck(ids.projects),
    imports: (line) => {
      demand(!imports.has(line['id']))
      imports.add(line['id'])
    },
    importRecords: (line) => demand(imports.has(line['import'])),
    entries: addEntry,
    overrides: () => {},
    securityEvents: () => {},
    runs: runs.add,
    timer: (line) => {
      demand(single.timer === undefined)
      single.timer = line
    },
  }

  return {
    add(kind: FileKind, line: Line) {
      if (kind in RECORDS) addRecord(kind as RecordKind, line)
      else others[kind as Exclude<FileKind, RecordKind>](line)
    },
    end() {
      const { profile, timer } = single
      const { runIds, openRun } = runs.end()
      if (profile === undefined || (runIds.size > 0 && timer === undefined)) throw damaged()
      return { ids, runIds, profile, timer, openRun }
    },
  }
}

/** At most one goal of a project begins on a day. */
function createGoalCheck(projects: ReadonlySet<string>) {
  const goals = new Set<string>()
  return ({ project, from }: Line) => {
    const id = goalIdOf(project as string | null, from as string)
    demand((project === null || projects.has(project as string)) && !goals.has(id))
    goals.add(id)
  }
}

function createRunCheck() {
  const runIds = new Set<string>()
  let openRun: Line | undefined
  let lastStart = ''
  return {
    add(line: Line) {
      const run = line['run'] as Run
      const start = line['start'] as string
      // An open run is the last one: the next run would have ended it.
      demand(run.id === line['id'] && !runIds.has(run.id) && openRun === undefined && start >= lastStart)
      demand(Date.parse(start) === run.log[0].event.at && (line['countsFrom'] as string) <= start)
      demand(line['end'] === null || (line['end'] as string) >= start)
      runIds.add(run.id)
      lastStart = start
      if (line['end'] === null) openRun = line
    },
    end: () => ({ runIds, openRun }),
  }
}

function demand(isTrue: boolean) {
  if (!isTrue) throw damaged()
}

/** Segments follow each other within start and end, and add up to the duration. */
function hasPossibleTimes({ start, end, duration, segments }: Line) {
  let last = Date.parse(start as string)
  let sum = 0
  for (const [from, to] of segments as [string, string][]) {
    const [begun, ended] = [Date.parse(from), Date.parse(to)]
    if (!(begun >= last && ended >= begun)) return false
    sum += ended - begun
    last = ended
  }
  return last <= Date.parse(end as string) && sum === duration
}
