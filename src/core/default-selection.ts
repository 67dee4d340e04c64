import { DEFAULT_SETTINGS_NAME } from './initial-data.ts'

/** The preset that the timer starts with: the settings last used, else the one that people most often want. */
export function choosePreset<Preset extends { name: string }>(presets: readonly Preset[]): Preset | undefined {
  const wishes = [
    ({ name }: Preset) => name === DEFAULT_SETTINGS_NAME,
    ({ name }: Preset) => name.includes('52/17'),
    ({ name }: Preset) => name.includes('Pomodoro'),
    () => true,
  ]
  return wishes.map((wish) => presets.find(wish)).find((preset) => preset !== undefined)
}

/** The project that stays chosen as long as it exists, else the first that is in use, else the first. */
export function chooseProject<Project extends { id: string; status: string }>(
  projects: readonly Project[],
  chosenId: string | undefined,
): Project | undefined {
  const chosen = projects.find(({ id }) => id === chosenId)
  return chosen ?? projects.find(({ status }) => status === 'active') ?? projects[0]
}
