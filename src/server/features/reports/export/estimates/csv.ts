import type { EstimateLine } from '#core/tasks/estimate-report.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/features/reports/export/csv-line.ts'
import type { ExportedReport } from '#server/features/reports/export/exported-report.ts'

/** Always English, because programs find columns by their headings. */
const HEADINGS =
  'Client,Project,Task,Completed,Unit,Estimate,Actual,Difference,Hours in period,Sessions in period,First day,Last day,Time zone,Task id'.split(
    ',',
  )

const LINES_AT_ONCE = 500

/** One line for each task with an estimate. Estimates are in focus sessions or in hours. */
export async function* writeEstimatesCsv({ query: { from, to, zone }, names, readEstimates }: ExportedReport) {
  const lines = (await readEstimates()).projects.flatMap(({ lines }) => lines)
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  for (let first = 0; first < lines.length; first += LINES_AT_ONCE)
    yield lines
      .slice(first, first + LINES_AT_ONCE)
      .map((line) => csvLine([...cellsOf(line, names), from, to, zone, line.task]))
      .join('')
}

function cellsOf(
  { project, task, isCompleted, comparison, workInPeriod }: EstimateLine,
  names: ExportedReport['names'],
) {
  const { unit, estimated, done, difference } = comparison
  const amounts = [estimated, done, difference].map((amount) => (unit === 'sessions' ? amount : toHours(amount)))
  return [
    names.nameOrEmpty('client', names.clientOf(project)),
    names.nameOrEmpty('project', project),
    names.nameOrEmpty('task', task),
    isCompleted ? 'yes' : 'no',
    unit === 'sessions' ? 'sessions' : 'hours',
    ...amounts,
    toHours(workInPeriod.milliseconds),
    workInPeriod.sessions,
  ]
}

/** A number, because a negative text would look like a formula. */
const toHours = (milliseconds: number) => Number((milliseconds / HOUR_MS).toFixed(4))
