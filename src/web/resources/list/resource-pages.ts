/** The pages of a resource by the namespace of its texts: the path of the list, and the titles (`shell.page.…`). */
export const RESOURCE_PAGES = {
  projects: { path: '/projects', plural: 'projects', singular: 'project', newItem: 'newProject' },
  clients: { path: '/clients', plural: 'clients', singular: 'client', newItem: 'newClient' },
  tasks: { path: '/tasks', plural: 'tasks', singular: 'task', newItem: 'newTask' },
  tags: { path: '/tags', plural: 'tags', singular: 'tag', newItem: 'newTag' },
  entries: { path: '/time-entries', plural: 'timeEntries', singular: 'timeEntry', newItem: 'newTimeEntry' },
  presets: { path: '/timer-presets', plural: 'timerPresets', singular: 'timerPreset', newItem: 'newTimerPreset' },
} as const

export type ResourceName = keyof typeof RESOURCE_PAGES
/** Resources whose lists are loaded completely; time entries are loaded in pages. */
export type FullyLoadedResource = Exclude<ResourceName, 'entries'>
