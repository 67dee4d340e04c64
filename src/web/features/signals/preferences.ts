import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'
import { readStored, writeStored } from '#web/storage.ts'
import { SOUNDS, type SoundChoice } from './sound/sounds.ts'

/** How this device makes itself noticed, whoever uses it. */
interface SignalPreferences {
  /** `unasked`: nobody has said yet, so the browser's permission alone decides. */
  notifications: 'unasked' | 'on' | 'off'
  workSound: SoundChoice
  breakSound: SoundChoice
  /** Percent. */
  volume: number
  staysAwake: boolean
}

const CHOICES: readonly unknown[] = [...SOUNDS, 'none']

/** What may stand in local storage; anything else there is as good as nothing. */
const IS_VALID: Record<keyof SignalPreferences, (value: unknown) => boolean> = {
  notifications: (value) => value === 'unasked' || value === 'on' || value === 'off',
  workSound: (value) => CHOICES.includes(value),
  breakSound: (value) => CHOICES.includes(value),
  volume: (value) => typeof value === 'number' && value >= 0 && value <= 100,
  staysAwake: (value) => typeof value === 'boolean',
}

/** People look away from a timer: it may be heard from the first, if gently. A page that nobody has touched stays silent. */
const DEFAULTS: SignalPreferences = {
  notifications: 'unasked',
  workSound: 'bell',
  breakSound: 'chime',
  volume: 50,
  staysAwake: false,
}

const store = createStore<SignalPreferences>()(readPreferences)

// Another tab may have changed them.
addEventListener('storage', ({ key }) => {
  if (key === 'signals') store.setState(readPreferences())
})

export const currentPreferences = store.getState
export const onPreferencesChange = store.subscribe
export const usePreferences = () => useStore(store)

export function setPreferences(change: Partial<SignalPreferences>) {
  store.setState(change)
  writeStored('signals', JSON.stringify(store.getState()))
}

function readPreferences(): SignalPreferences {
  const stored = Object.entries(parse(readStored('signals') ?? '{}'))
  const valid = stored.filter(([key, value]) => key in IS_VALID && IS_VALID[key as keyof SignalPreferences](value))
  return { ...DEFAULTS, ...Object.fromEntries(valid) }
}

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
