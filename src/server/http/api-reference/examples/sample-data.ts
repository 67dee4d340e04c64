import type { Project } from '#contract/projects.ts'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { TimerPreset } from '#contract/timer-presets.ts'

const id = (suffix: string) => `019cadc6-9a80-7038-947a-${suffix.padStart(12, '0')}`

export const USER_ID = id('a1')
export const SESSION_ID = id('5e')
export const PROJECT_ID = id('b1')
export const CLIENT_ID = id('c1')
export const TASK_ID = id('d1')
export const TAG_ID = id('e1')
export const PRESET_ID = id('f1')
export const ENTRY_ID = id('11')
export const IMPORT_ID = id('21')
export const UPLOAD_ID = id('22')
export const VIEW_ID = id('31')
export const TRASH_ID = id('51')
export const RUN_ID = id('41')
export const DEVICE_ID = id('42')
export const COMMAND_ID = id('43')

export const ZONE = 'Europe/Madrid'
const CREATED = '2026-03-02T08:00:00.000Z'
/** The times of a stored item. */
export const STORED = { createdAt: CREATED, updatedAt: CREATED }

export const byId = (id: string) => ({ params: { id } })

export const PROJECT: Project = {
  id: PROJECT_ID,
  name: 'Website',
  description: 'The new website of the library',
  color: '#3b82f6',
  client: CLIENT_ID,
  status: 'active',
  isPinned: false,
  openTasks: 1,
  user: USER_ID,
  ...STORED,
}

export const PRESET: TimerPreset = {
  id: PRESET_ID,
  name: 'Pomodoro',
  workDuration: 25,
  breakDuration: 5,
  repetitions: 4,
  user: USER_ID,
  ...STORED,
}

export const ENTRY_START = '2026-03-02T09:00:00.000Z'
export const ENTRY_END = '2026-03-02T09:30:00.000Z'
/** Twenty-five minutes of work with a pause of five. */
export const SEGMENTS = [
  { start: ENTRY_START, end: '2026-03-02T09:10:00.000Z' },
  { start: '2026-03-02T09:15:00.000Z', end: ENTRY_END },
]

export const ENTRY: TimeEntry = {
  id: ENTRY_ID,
  user: USER_ID,
  project: PROJECT_ID,
  task: TASK_ID,
  tags: [TAG_ID],
  startTime: ENTRY_START,
  endTime: ENTRY_END,
  duration: 1_500_000,
  notes: 'First draft of the start page',
  isRunning: false,
  segments: SEGMENTS,
  ...STORED,
}

export const RUNNING_ENTRY: TimeEntry = { ...ENTRY, endTime: null, duration: 0, isRunning: true, segments: [] }
