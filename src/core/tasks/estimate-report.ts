import { groupBy } from '#core/group-by.ts'
import { byName } from '#core/text/by-name.ts'
import { compareEstimate, countOverEstimates, type Estimate, type EstimateComparison, type Work } from './estimate.ts'

/** A task with an estimate in a report, with all its work and the part of it within the days of the report. */
export interface EstimatedTask {
  task: string
  project: string
  estimate: Estimate
  isCompleted: boolean
  /** All work on the task, whenever it was done. */
  work: Work
  /** The work that the report has of it. */
  workInPeriod: Work
}

export interface EstimateLine extends EstimatedTask {
  comparison: EstimateComparison
  /** The work done as a multiple of the estimate: 1 is what was estimated. */
  ratio: number
}

export interface EstimateTotals {
  over: number
  within: number
  /** Undefined if no task is estimated in sessions. */
  sessions: EstimateComparison | undefined
  /** Undefined if no task is estimated in hours. */
  milliseconds: EstimateComparison | undefined
  /** The time of the report, of all these tasks. */
  millisecondsInPeriod: number
}

export interface EstimateGroup {
  project: string
  totals: EstimateTotals
  lines: EstimateLine[]
}

export interface EstimateReport {
  totals: EstimateTotals
  projects: EstimateGroup[]
}

export const ESTIMATE_ORDERS = ['difference', 'time', 'name'] as const
export type EstimateOrder = (typeof ESTIMATE_ORDERS)[number]

/** Returns the name of a project or a task. */
type NameOf = (dimension: 'project' | 'task', id: string) => string

/**
 * Compares each task with its estimate, and adds them up by project. Projects and their tasks are in the same order: by
 * name, or those with the most first. A project is as far over as the task that is the farthest over.
 */
export function reportEstimates(
  tasks: readonly EstimatedTask[],
  nameOf: NameOf,
  order: EstimateOrder = 'difference',
): EstimateReport {
  const groups = Array.from(
    groupBy(tasks.map(toLine), ({ project }) => project),
    ([project, lines]) => ({
      project,
      totals: addUp(lines),
      lines: inOrder(lines, order, ({ task, ratio, workInPeriod }) => ({
        id: task,
        name: nameOf('task', task),
        ratio,
        time: workInPeriod.milliseconds,
      })),
    }),
  )
  const projects = inOrder(groups, order, ({ project, lines, totals }) => ({
    id: project,
    name: nameOf('project', project),
    ratio: Math.max(...lines.map(({ ratio }) => ratio)),
    time: totals.millisecondsInPeriod,
  }))
  return { totals: addUp(groups.flatMap(({ lines }) => lines)), projects }
}

function toLine(task: EstimatedTask): EstimateLine {
  const comparison = compareEstimate(task.estimate, task.work)
  return { ...task, comparison, ratio: comparison.done / comparison.estimated }
}

function addUp(lines: readonly EstimateLine[]): EstimateTotals {
  return {
    ...countOverEstimates(lines.map(({ comparison }) => comparison)),
    sessions: addUpUnit(lines, 'sessions'),
    milliseconds: addUpUnit(lines, 'milliseconds'),
    millisecondsInPeriod: sum(lines.map(({ workInPeriod }) => workInPeriod.milliseconds)),
  }
}

function addUpUnit(lines: readonly EstimateLine[], unit: EstimateComparison['unit']): EstimateComparison | undefined {
  const comparisons = lines.map(({ comparison }) => comparison).filter((comparison) => comparison.unit === unit)
  if (comparisons.length === 0) return undefined
  const [estimated, done] = [sum(comparisons.map((one) => one.estimated)), sum(comparisons.map((one) => one.done))]
  return { unit, estimated, done, difference: done - estimated }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

interface SortKeys {
  id: string
  name: string
  ratio: number
  time: number
}

/** Equal ones are in the order of their names. */
function inOrder<Item>(items: readonly Item[], order: EstimateOrder, keysOf: (item: Item) => SortKeys): Item[] {
  const measureOf = { difference: 'ratio', time: 'time', name: undefined }[order] as 'ratio' | 'time' | undefined
  return items
    .map((item) => ({ item, keys: keysOf(item) }))
    .toSorted(({ keys: a }, { keys: b }) => (measureOf && b[measureOf] - a[measureOf]) || byName(a, b))
    .map(({ item }) => item)
}
