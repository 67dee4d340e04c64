import type { Subject, TimerConfig } from '#core/timer/state.ts'
import { choosePreset } from '#core/default-selection.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { TimerPreset } from '#contract/timer-presets.ts'
import { type Catalogue, findProject, findTask, requireNamed } from './catalogue.ts'

/** Names as a user types them. */
export interface SubjectNames {
  project?: string | undefined
  task?: string | undefined
  tags?: readonly string[] | undefined
  note?: string | undefined
}

/**
 * The work that the names mean. A task names its project; without either it is the project worked on last, or the only
 * one.
 */
export function toSubject(catalogue: Catalogue, names: SubjectNames, lastProjectId?: string): Subject | undefined {
  const { tags = [], note: notes = '' } = names
  const work = findWork(catalogue, names) ?? findUsualProject(catalogue, lastProjectId)
  if (work === undefined) return undefined
  const tagIds = tags.map((typed) => requireNamed('tag', catalogue.tags, typed).id)
  return { taskId: null, ...work, tags: [...new Set(tagIds)], notes }
}

type Work = Pick<Subject, 'projectId'> & Partial<Subject>

function findWork(catalogue: Catalogue, { project, task }: SubjectNames): Work | undefined {
  const projectId = project === undefined ? undefined : findProject(catalogue, project).id
  if (task === undefined) return projectId === undefined ? undefined : { projectId }
  const found = findTask(catalogue, task, projectId)
  return { projectId: found.project, taskId: found.id }
}

function findUsualProject({ projects }: Catalogue, lastProjectId: string | undefined): Work | undefined {
  const active = projects.filter(({ status }) => status === 'active')
  const usual = active.find(({ id }) => id === lastProjectId) ?? (active.length === 1 ? active[0] : undefined)
  return usual && { projectId: usual.id }
}

/** The lengths of a run: those of the preset, or those that the web app would choose. */
export function toConfig({ presets, user }: Catalogue, typed: string | undefined): TimerConfig {
  const preset = typed === undefined ? choosePreset(presets) : requireNamed('preset', presets, typed)
  return { ...lengthsOf(preset), ...(user.autoStart && { autoStart: user.autoStart }) }
}

function lengthsOf(preset: TimerPreset | undefined): TimerConfig {
  const { workDuration = 25, breakDuration = 5, repetitions = 4, longBreak } = preset ?? {}
  return {
    workMs: workDuration * MINUTE_MS,
    breakMs: breakDuration * MINUTE_MS,
    repetitions,
    ...(longBreak && { longBreak: { ms: longBreak.duration * MINUTE_MS, every: longBreak.every } }),
  }
}
