import { useSyncExternalStore } from 'react'
import { DEFAULT_COLOR, isHexColor, type Theme, themeTokens } from '#core/color.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'

const PREFERENCES = ['light', 'dark', 'system'] as const
export type ThemePreference = (typeof PREFERENCES)[number]

interface Appearance {
  preference: ThemePreference
  theme: Theme
  /** The colour that dresses the app. */
  color: string
}

/** Kinds of things that start with a colour of their own; `app` dresses the app while no project does. */
export type ColorKind = 'app' | 'client' | 'task' | 'tag'

const TRANSITIONS_AFTER_MS = 2_000

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let appearance = readAppearance()

/** Follows the system and the other tabs from now on. Call once. */
export function startTheme() {
  // What was painted last `boot.js` has painted again. Whether that is still how it is done is looked at in a quiet moment.
  if (readStored('theme-tokens') === undefined) refresh()
  setTimeout(enableTransitions, TRANSITIONS_AFTER_MS)
  systemIsDark.addEventListener('change', refresh)
  addEventListener('storage', refresh)
}

export function setThemePreference(preference: ThemePreference) {
  writeStored('theme', preference)
  refresh()
}

/** The theme for an account to remember. A device that happens to follow its system does so by choice from now on. */
export function storeCurrentTheme(): Theme {
  setThemePreference(appearance.preference)
  return appearance.theme
}

/** Dresses the app in a project's colour; `undefined` returns to the default. */
export function setProjectColor(color: string | undefined) {
  if (color === undefined) removeStored('project-color')
  else writeStored('project-color', color)
  refresh()
}

export function defaultColors(): Record<ColorKind, string> {
  const defaults = { app: DEFAULT_COLOR, client: DEFAULT_COLOR, task: DEFAULT_COLOR, tag: DEFAULT_COLOR }
  return { ...defaults, ...readJson(readStored('default-colors')) }
}

export function setDefaultColor(kind: ColorKind, color: string) {
  writeStored('default-colors', JSON.stringify({ ...defaultColors(), [kind]: color }))
  refresh()
}

export const currentAppearance = (): Appearance => appearance

export function useTheme(): Appearance {
  return useSyncExternalStore(subscribe, currentAppearance)
}

/** The tokens of a colour as a style, for a part of the page that shows another project than the app wears. */
export function themeStyle(color: string, theme: Theme): Record<string, string> {
  return Object.fromEntries(Object.entries(themeTokens(color, theme)).map(([token, value]) => [`--${token}`, value]))
}

/** From now on colours glide: while a page is coming that would only hold it up. */
function enableTransitions() {
  document.documentElement.dataset['settled'] = ''
  refresh()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function refresh() {
  const { theme, color, preference } = readAppearance()
  const isSame = theme === appearance.theme && color === appearance.color && preference === appearance.preference
  if (!isSame) appearance = { theme, color, preference }
  applyTokens()
  for (const listener of listeners) listener()
}

function readAppearance(): Appearance {
  const preference = PREFERENCES.find((known) => known === readStored('theme')) ?? 'system'
  const theme = preference === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : preference
  const color = [readStored('project-color'), defaultColors().app].find((saved) => saved && isHexColor(saved))
  return { preference, theme, color: color ?? DEFAULT_COLOR }
}

function applyTokens() {
  const { theme, color } = appearance
  const root = document.documentElement
  const tokens = { light: themeTokens(color, 'light'), dark: themeTokens(color, 'dark') }
  root.dataset['theme'] = theme
  root.style.colorScheme = theme
  for (const [token, value] of Object.entries(tokens[theme])) root.style.setProperty(`--${token}`, value)
  writeStored('theme-tokens', JSON.stringify(tokens))
}

function readJson(text: string | undefined): Partial<Record<ColorKind, string>> {
  try {
    return JSON.parse(text ?? '{}') as Partial<Record<ColorKind, string>>
  } catch {
    return {}
  }
}
