/** The preset that holds the durations the timer was last set to. It is in no list, and nobody can call theirs so. */
export const DEFAULT_SETTINGS_NAME = 'Default Settings'

/** What somebody starts with who has no presets. */
export const DEFAULT_PRESETS = [
  { name: 'Pomodoro', workDuration: 25, breakDuration: 5, repetitions: 4 },
  { name: '52/17', workDuration: 52, breakDuration: 17, repetitions: 4 },
]

/** What somebody starts with who has no projects. */
export const DEFAULT_PROJECT = {
  name: 'Focus',
  description: 'Default project for focused work sessions',
  color: '#33d17a',
  client: null,
  status: 'active',
} as const
