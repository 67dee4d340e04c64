import { hashKey, type QueryClient } from '@tanstack/react-query'
import { initialData } from '#contract/initial-data.ts'
import type { Project } from '#contract/projects.ts'
import { type TimerPreset, timerPresets } from '#contract/timer-presets.ts'
import { choosePreset, chooseProject } from '#core/default-selection.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { call } from '#web/api/call.ts'
import { lastQueuedBody } from '#web/api/offline/mutation-queue.ts'
import { currentToken } from '#web/api/session.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { onTimerChange, readTimer, timerActions } from '#web/features/timer/queries.ts'
import { currentAppearance, setProjectColor } from '#web/ui/theme/theme.ts'

/** Loads projects and presets once after a sign-in, creates the first ones if there are none, and sets up the timer. */
export async function loadInitialData(client: QueryClient) {
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
  applyPreset(preset && { ...preset, ...lastQueuedBody(timerPresets.syncSettings) })
  client.setQueryData(projectList.query.queryKey, projectList.withQueue(projects))
  client.setQueryData(
    presetList.query.queryKey,
    presetList.withQueue(presets.filter(({ name }) => name !== DEFAULT_SETTINGS_NAME)),
  )
}

/** Keeps the app's colour equal to that of the selected project. */
export function followProjectColor(client: QueryClient) {
  const listHash = hashKey(projectList.query.queryKey)
  const applyColor = () => {
    const projects = client.getQueryData(projectList.query.queryKey)
    if (projects !== undefined) applyProject(chooseProject(projects, readTimer().selection.projectId ?? undefined))
  }
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === listHash) applyColor()
  })
  onTimerChange(({ selection: { projectId } }, before) => {
    if (projectId !== null && projectId !== before.selection.projectId) applyColor()
  })
}

function applyProject(project: Project | undefined) {
  if (project === undefined) return
  const { view, selection } = readTimer()
  // The run's project is missing from the list. An active run keeps it all the same.
  if (project.id !== selection.projectId && view.status !== 'idle') return
  if (project.id !== selection.projectId) void timerActions.select({ projectId: project.id })
  if (project.color !== currentAppearance().color) setProjectColor(project.color)
}

function applyPreset(preset: TimerPreset | undefined) {
  if (preset === undefined || readTimer().view.status !== 'idle') return
  const { id: selectedPresetId, workDuration, breakDuration, repetitions } = preset
  void timerActions.setConfig({ selectedPresetId, workDuration, breakDuration, repetitions })
}
