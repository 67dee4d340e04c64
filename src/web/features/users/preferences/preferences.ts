import type { Theme } from '#core/color.ts'
import type { Language } from '#core/language.ts'
import { type User, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { currentToken } from '#web/api/session.ts'
import { currentLanguage, setLanguage } from '#web/i18n/i18n.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'
import { storeCurrentTheme, currentAppearance, setThemePreference } from '#web/ui/theme/theme.ts'

/** What of the interface the account remembers. */
interface Preferences {
  preferredLanguage: Language
  theme: Theme
}

interface DevicePreferences extends Preferences {
  /** Somebody chose here to follow the system, whatever other devices do. */
  followsSystem: boolean
  /** Chosen here, and not yet known to the server. */
  unsaved: Partial<Preferences>
}

type AccountPreferences = Pick<User, keyof Preferences>

/** Which of the account's preferences this device takes over, and which of its own it hands in. */
export function reconcile(
  stored: AccountPreferences,
  device: DevicePreferences,
): Record<'apply' | 'save', Partial<Preferences>> {
  const { preferredLanguage, theme, followsSystem, unsaved } = device
  const save = {
    ...(stored.preferredLanguage === null && { preferredLanguage }),
    ...(stored.theme === null && { theme }),
    ...unsaved,
  }
  const takesLanguage = !('preferredLanguage' in save) && stored.preferredLanguage !== preferredLanguage
  const takesTheme = !('theme' in save) && !followsSystem && stored.theme !== theme
  return {
    save,
    apply: {
      ...(takesLanguage && stored.preferredLanguage && { preferredLanguage: stored.preferredLanguage }),
      ...(takesTheme && stored.theme && { theme: stored.theme }),
    },
  }
}

/** Makes device and account agree, before anything is shown. */
export async function syncPreferences(user: User) {
  const { apply, save } = reconcile(user, {
    preferredLanguage: currentLanguage(),
    theme: user.theme === null ? storeCurrentTheme() : currentAppearance().theme,
    followsSystem: readStored('theme') === 'system',
    unsaved: readUnsaved(),
  })
  savePreferences(save)
  if (apply.theme !== undefined) setThemePreference(apply.theme)
  if (apply.preferredLanguage !== undefined) await setLanguage(apply.preferredLanguage)
}

let sending = Promise.resolve()

/** Told to the server one after the other, so that the last choice is the one that stays. */
export function savePreferences(change: Partial<Preferences>) {
  if (currentToken() === undefined || Object.keys(change).length === 0) return
  writeStored('unsaved-preferences', JSON.stringify({ ...readUnsaved(), ...change }))
  sending = sending.then(sendUnsaved)
}

async function sendUnsaved() {
  const text = readStored('unsaved-preferences')
  if (text === undefined) return
  try {
    await call(users.changeProfile, { body: readUnsaved() })
    if (readStored('unsaved-preferences') === text) removeStored('unsaved-preferences')
  } catch {
    // Still unsaved: the next page load sends it again.
  }
}

function readUnsaved(): Partial<Preferences> {
  try {
    return JSON.parse(readStored('unsaved-preferences') ?? '{}') as Partial<Preferences>
  } catch {
    return {}
  }
}
