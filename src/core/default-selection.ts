import { DEFAULT_SETTINGS_NAME } from './initial-data.ts'

/** The preset selected at first: the last settings, else 52/17, else Pomodoro, else the first one. */
export function choosePreset<Preset extends { name: string }>(presets: readonly Preset[]): Preset | undefined {
  const preferences = [
    ({ name }: Preset) => name === DEFAULT_SETTINGS_NAME,
    ({ name }: Preset) => name.includes('52/17'),
    ({ name }: Preset) => name.includes('Pomodoro'),
    () => true,
  ]
  return preferences.map((isPreferred) => presets.find(isPreferred)).find((preset) => preset !== undefined)
}

interface Settings {
  workDuration: number
  breakDuration: number
  repetitions: number
  longBreak?: { duration: number; every: number } | null | undefined
}

/** The preset to show as selected: one with exactly these settings, preferably the one selected before. */
export function findMatchingPreset<Preset extends Settings & { id: string; name: string }>(
  presets: readonly Preset[],
  settings: Settings,
  selectedId: string | null,
): Preset | undefined {
  const matching = presets.filter((preset) => preset.name !== DEFAULT_SETTINGS_NAME && hasSettings(preset, settings))
  return matching.find(({ id }) => id === selectedId) ?? matching[0]
}

const hasSettings = (preset: Settings, { workDuration, breakDuration, repetitions, longBreak }: Settings) =>
  preset.workDuration === workDuration &&
  preset.breakDuration === breakDuration &&
  preset.repetitions === repetitions &&
  preset.longBreak?.duration === longBreak?.duration &&
  preset.longBreak?.every === longBreak?.every

/** The chosen project while it exists, else the first active one, else the first. */
export function chooseProject<Project extends { id: string; status: string }>(
  projects: readonly Project[],
  chosenId: string | undefined,
): Project | undefined {
  const chosen = projects.find(({ id }) => id === chosenId)
  return chosen ?? projects.find(({ status }) => status === 'active') ?? projects[0]
}
