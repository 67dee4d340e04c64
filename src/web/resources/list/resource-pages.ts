/** List pages by the namespace of their texts. */
export const RESOURCE_PAGES = {
  projects: { title: 'shell.page.projects', new: '/projects/new', newLabel: 'shell.page.newProject' },
  clients: { title: 'shell.page.clients', new: '/clients/new', newLabel: 'shell.page.newClient' },
  tasks: { title: 'shell.page.tasks', new: '/tasks/new', newLabel: 'shell.page.newTask' },
  tags: { title: 'shell.page.tags', new: '/tags/new', newLabel: 'shell.page.newTag' },
  entries: { title: 'shell.page.timeEntries', new: '/time-entries/new', newLabel: 'shell.page.newTimeEntry' },
  presets: { title: 'shell.page.timerPresets', new: '/timer-presets/new', newLabel: 'shell.page.newTimerPreset' },
} as const

export type ResourceName = keyof typeof RESOURCE_PAGES
/** Resources whose lists are loaded completely; time entries are loaded in pages. */
export type FullyLoadedResource = Exclude<ResourceName, 'entries'>
