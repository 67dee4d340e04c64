import { hashKey, type QueryClient } from '@tanstack/react-query'
import { initialData } from '#contract/initial-data.ts'
import type { Project } from '#contract/projects.ts'
import { type TimerPreset, timerPresets } from '#contract/timer-presets.ts'
import { choosePreset, chooseProject, findMatchingPreset } from '#core/default-selection.ts'
import { call } from '#web/api/call.ts'
import { currentToken } from '#web/api/session.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import type { Timer } from '#web/features/timer/queries.ts'
import { pendingMutations } from '#web/sync/optimistic-cache.ts'
import { lastPendingBody } from '#web/sync/mutations.ts'
import { currentAppearance, setProjectColor } from '#web/ui/theme/theme.ts'

/** Loads projects and presets once after a sign-in, creates the first ones if there are none, and sets up the timer. */
export async function loadInitialData(client: QueryClient, timer: Timer) {
  const token = currentToken()
  // Sent as a query, because queries are retried.
  const { projects, presets } = await client.fetchQuery({
    queryKey: ['initial-data'],
    queryFn: () => call(initialData.load, {}),
    staleTime: 0,
  })
  // Another user has signed in meanwhile.
  if (token !== currentToken()) return
  await client.cancelQueries({ queryKey: projectList.query.queryKey })
  await client.cancelQueries({ queryKey: presetList.query.queryKey })
  const preset = choosePreset(presets)
  const pendingSettings = lastPendingBody(pendingMutations(client), timerPresets.syncSettings)
  if (preset !== undefined) applySettings(timer, { ...preset, ...pendingSettings }, presets)
  client.setQueryData(projectList.query.queryKey, projectList.withPending(client, projects))
  client.setQueryData(presetList.query.queryKey, presetList.withPending(client, presets))
}

/** Keeps the app's colour equal to that of the selected project. */
export function followProjectColor(client: QueryClient, timer: Timer) {
  const listHash = hashKey(projectList.query.queryKey)
  const applyColor = () => {
    const projects = client.getQueryData(projectList.query.queryKey)
    const { projectId } = timer.store.getState().selection
    if (projects !== undefined) applyProject(timer, chooseProject(projects, projectId ?? undefined))
  }
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === listHash) applyColor()
  })
  timer.store.subscribe(({ selection: { projectId } }, before) => {
    if (projectId !== null && projectId !== before.selection.projectId) applyColor()
  })
}

function applyProject({ store, actions }: Timer, project: Project | undefined) {
  const { view, selection } = store.getState()
  const projectId = project?.id ?? null
  // The run's project is missing from the list. An active run keeps it all the same.
  if (projectId !== selection.projectId && view.status !== 'idle') return
  if (projectId !== selection.projectId) void actions.select({ projectId })
  if (project !== undefined && project.color !== currentAppearance().color) setProjectColor(project.color)
}

function applySettings({ store, actions }: Timer, settings: TimerPreset, presets: TimerPreset[]) {
  const { view, selection } = store.getState()
  if (view.status !== 'idle') return
  const { id, workDuration, breakDuration, repetitions, longBreak = null } = settings
  const selectedPresetId = findMatchingPreset(presets, settings, selection.selectedPresetId)?.id ?? id
  void actions.setConfig({ selectedPresetId, workDuration, breakDuration, repetitions, longBreak })
}
