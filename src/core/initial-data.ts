/** The preset that stores the last durations of the timer. Lists leave it out, and users cannot use its name. */
export const DEFAULT_SETTINGS_NAME = 'Default Settings'

/** Created for a user without presets. */
export const DEFAULT_PRESETS = [
  { name: 'Pomodoro', workDuration: 25, breakDuration: 5, repetitions: 4 },
  { name: '52/17', workDuration: 52, breakDuration: 17, repetitions: 4 },
]

/** Created for a user without projects. */
export const DEFAULT_PROJECT = {
  name: 'Focus',
  description: 'Default project for focused work sessions',
  color: '#33d17a',
  client: null,
  status: 'active',
} as const
