import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'
import { readStored, writeStored } from '#web/storage.ts'
import { type SoundChoice, SOUNDS } from './sound/sounds.ts'

/** The signal settings of this device, for all its users. */
interface SignalPreferences {
  /** `unasked`: the user has not decided, so the browser's permission alone counts. */
  notifications: 'unasked' | 'on' | 'off'
  workSound: SoundChoice
  breakSound: SoundChoice
  /** Percent. */
  volume: number
  staysAwake: boolean
}

const CHOICES: readonly unknown[] = [...SOUNDS, 'none']

/** Checks values from local storage. An invalid one counts as missing. */
const IS_VALID: Record<keyof SignalPreferences, (value: unknown) => boolean> = {
  notifications: (value) => value === 'unasked' || value === 'on' || value === 'off',
  workSound: (value) => CHOICES.includes(value),
  breakSound: (value) => CHOICES.includes(value),
  volume: (value) => typeof value === 'number' && value >= 0 && value <= 100,
  staysAwake: (value) => typeof value === 'boolean',
}

/** Sounds are on from the first visit at half volume, because users do not watch the timer. */
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
