/** The preset that stores the last durations of the timer. Our screens leave it out, and users cannot use its name. */
export const DEFAULT_SETTINGS_NAME = 'Default Settings'

/** The timer's settings of a new user, in minutes. */
export const INITIAL_SETTINGS = { workDuration: 25, breakDuration: 5, repetitions: 4 }

/** Created for a user without presets, together with the timer's settings. */
export const DEFAULT_PRESETS = [
  { name: 'Pomodoro', ...INITIAL_SETTINGS },
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
