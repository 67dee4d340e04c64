import { DEFAULT_COLOR, isHexColor, type Theme, themeTokens } from '#core/color.ts'
import { readStored, readStoredObject, removeStored, writeStored } from '#web/storage.ts'
import { createValueStore } from '#web/value-store.ts'

const PREFERENCES = ['light', 'dark', 'system'] as const
export type ThemePreference = (typeof PREFERENCES)[number]

interface Appearance {
  preference: ThemePreference
  theme: Theme
  /** The colour that the app's palette is made from. */
  color: string
}

/** Resources with a default colour. `app` is the app's own colour while no project is selected. */
export type ColorKind = 'app' | 'client' | 'task' | 'tag'

const TRANSITIONS_AFTER_MS = 2_000

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const appearance = createValueStore(readAppearance())

/** Stores the default colours, and follows the system's theme and changes in other tabs. Call once. */
export function startTheme() {
  writeStored('default-colors', JSON.stringify(defaultColors()))
  // `boot.js` has applied the stored tokens. They may come from an older version, so they are computed again later.
  if (readStored('theme-tokens') === undefined) refresh()
  setTimeout(enableTransitions, TRANSITIONS_AFTER_MS)
  systemIsDark.addEventListener('change', refresh)
  addEventListener('storage', refresh)
}

export function setThemePreference(preference: ThemePreference) {
  writeStored('theme', preference)
  refresh()
}

/** Stores the current preference on this device and returns its theme for the account. */
export function storeCurrentTheme(): Theme {
  setThemePreference(currentAppearance().preference)
  return currentAppearance().theme
}

/** Sets the app's colour to a project's; `undefined` resets it. */
export function setProjectColor(color: string | undefined) {
  if (color === undefined) removeStored('project-color')
  else writeStored('project-color', color)
  refresh()
}

export function defaultColors(): Record<ColorKind, string> {
  const defaults = { app: DEFAULT_COLOR, client: DEFAULT_COLOR, task: DEFAULT_COLOR, tag: DEFAULT_COLOR }
  return { ...defaults, ...readStoredObject('default-colors') }
}

export function setDefaultColor(kind: ColorKind, color: string) {
  writeStored('default-colors', JSON.stringify({ ...defaultColors(), [kind]: color }))
  refresh()
}

export const currentAppearance = appearance.read

export const useTheme = appearance.useValue

/** The tokens of a colour as a style, for a part of the page in another colour than the app's. */
export function themeStyle(color: string, theme: Theme): Record<string, string> {
  return Object.fromEntries(Object.entries(themeTokens(color, theme)).map(([token, value]) => [`--${token}`, value]))
}

/** Turns on colour transitions. During page load they would delay it. */
function enableTransitions() {
  document.documentElement.dataset['transitions'] = ''
  refresh()
}

function refresh() {
  const { theme, color, preference } = readAppearance()
  const before = currentAppearance()
  const isSame = theme === before.theme && color === before.color && preference === before.preference
  applyTokens(theme, color)
  if (!isSame) appearance.set({ theme, color, preference })
}

function readAppearance(): Appearance {
  const preference = PREFERENCES.find((known) => known === readStored('theme')) ?? 'system'
  const theme = preference === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : preference
  const color = [readStored('project-color'), defaultColors().app].find((saved) => saved && isHexColor(saved))
  return { preference, theme, color: color ?? DEFAULT_COLOR }
}

function applyTokens(theme: Theme, color: string) {
  const root = document.documentElement
  const tokens = { light: themeTokens(color, 'light'), dark: themeTokens(color, 'dark') }
  root.dataset['theme'] = theme
  root.style.colorScheme = theme
  for (const [token, value] of Object.entries(tokens[theme])) root.style.setProperty(`--${token}`, value)
  writeStored('theme-tokens', JSON.stringify(tokens))
}
