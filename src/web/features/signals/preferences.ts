import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'
import { nameInOrigin } from '#web/base-path.ts'
import { readStoredObject, writeStored } from '#web/storage.ts'
import { type SoundChoice, SOUNDS } from './sound/sounds.ts'

const NOTIFICATIONS = ['unasked', 'offered', 'on', 'off'] as const

/** The signal settings of this device, for all its users. */
interface SignalPreferences {
  /** `unasked` and `offered`: the user has not decided, so the browser's permission alone counts. */
  notifications: (typeof NOTIFICATIONS)[number]
  /** No notification while a page of this browser has the focus. */
  notifiesOnlyUnfocused: boolean
  workSound: SoundChoice
  breakSound: SoundChoice
  /** Percent. */
  volume: number
  staysAwake: boolean
}

const CHOICES: readonly unknown[] = [...SOUNDS, 'none']
const isBoolean = (value: unknown) => typeof value === 'boolean'

/** Checks values from local storage. An invalid one counts as missing. */
const IS_VALID: Record<keyof SignalPreferences, (value: unknown) => boolean> = {
  notifications: (value) => NOTIFICATIONS.some((known) => known === value),
  notifiesOnlyUnfocused: isBoolean,
  workSound: (value) => CHOICES.includes(value),
  breakSound: (value) => CHOICES.includes(value),
  volume: (value) => typeof value === 'number' && value >= 0 && value <= 100,
  staysAwake: isBoolean,
}

/** Sounds are on from the first visit at half volume, because users do not watch the timer. */
const DEFAULTS: SignalPreferences = {
  notifications: 'unasked',
  notifiesOnlyUnfocused: false,
  workSound: 'bell',
  breakSound: 'chime',
  volume: 50,
  staysAwake: false,
}

const store = createStore<SignalPreferences>()(readPreferences)

// Another tab may have changed them.
addEventListener('storage', ({ key }) => {
  if (key === nameInOrigin('signals')) store.setState(readPreferences())
})

export const currentPreferences = store.getState
export const onPreferencesChange = store.subscribe
export const usePreferences = () => useStore(store)

export function setPreferences(change: Partial<SignalPreferences>) {
  store.setState(change)
  writeStored('signals', JSON.stringify(store.getState()))
}

function readPreferences(): SignalPreferences {
  const stored = Object.entries(readStoredObject('signals'))
  const valid = stored.filter(([key, value]) => key in IS_VALID && IS_VALID[key as keyof SignalPreferences](value))
  return { ...DEFAULTS, ...Object.fromEntries(valid) }
}
