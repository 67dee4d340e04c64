import { type User, users } from '#contract/users.ts'
import type { Theme } from '#core/color.ts'
import { DEFAULT_FORMATS, type Formats } from '#core/formats.ts'
import type { AutoStart } from '#core/timer/state.ts'
import type { Language } from '#core/language.ts'
import { call } from '#web/api/call.ts'
import { currentToken } from '#web/api/session.ts'
import { currentAutoStart, setAutoStart } from '#web/features/timer/queries.ts'
import { currentFormats, setFormats } from '#web/i18n/formats.ts'
import { currentLanguage, setLanguage } from '#web/i18n/i18n.ts'
import { readStored, readStoredObject, removeStored, writeStored } from '#web/storage.ts'
import { storeCurrentTheme, currentAppearance, setThemePreference } from '#web/ui/theme/theme.ts'

/** Interface settings that are saved with the account. */
interface Preferences {
  preferredLanguage: Language
  theme: Theme
  formats: Formats
  /** Which phases of the timer begin by themselves. */
  autoStart: AutoStart
}

interface DevicePreferences extends Preferences {
  /** The system theme was chosen on this device; it does not apply to other devices. */
  followsSystem: boolean
  /** Chosen on this device and not saved on the server yet. */
  unsaved: Partial<Preferences>
}

type AccountPreferences = Pick<User, Exclude<keyof Preferences, 'autoStart'>> & Partial<Pick<User, 'autoStart'>>

/** Decides which preferences the device takes from the account, and which it saves there. */
export function reconcilePreferences(
  stored: AccountPreferences,
  device: DevicePreferences,
): Record<'apply' | 'save', Partial<Preferences>> {
  const { preferredLanguage, theme, followsSystem, unsaved } = device
  const save = {
    ...(stored.preferredLanguage === null && { preferredLanguage }),
    ...(stored.theme === null && { theme }),
    ...unsaved,
  }
  const shouldApplyLanguage = !('preferredLanguage' in save) && stored.preferredLanguage !== preferredLanguage
  const shouldApplyTheme = !('theme' in save) && !followsSystem && stored.theme !== theme
  return {
    save,
    apply: {
      ...(shouldApplyLanguage && stored.preferredLanguage && { preferredLanguage: stored.preferredLanguage }),
      ...(shouldApplyTheme && stored.theme && { theme: stored.theme }),
      ...formatsToApply(stored, device),
      ...autoStartToApply(stored, device),
    },
  }
}

/** An account without formats has the usual ones. */
function formatsToApply({ formats }: AccountPreferences, device: DevicePreferences): Partial<Preferences> {
  const stored = formats ?? DEFAULT_FORMATS
  return device.unsaved.formats !== undefined || isSame(stored, device.formats) ? {} : { formats: stored }
}

function autoStartToApply({ autoStart }: AccountPreferences, device: DevicePreferences): Partial<Preferences> {
  const stored = autoStart ?? ALWAYS
  const isKnown = stored.breaks === device.autoStart.breaks && stored.work === device.autoStart.work
  return device.unsaved.autoStart !== undefined || isKnown ? {} : { autoStart: stored }
}

const ALWAYS: AutoStart = { breaks: true, work: true }

const isSame = (one: Formats, other: Formats) =>
  (Object.keys(DEFAULT_FORMATS) as (keyof Formats)[]).every((name) => one[name] === other[name])

/** Synchronizes device and account before the page is shown. */
export async function syncPreferences(user: User) {
  const { apply, save } = reconcilePreferences(user, {
    preferredLanguage: currentLanguage(),
    theme: user.theme === null ? storeCurrentTheme() : currentAppearance().theme,
    formats: currentFormats(),
    autoStart: currentAutoStart(),
    followsSystem: readStored('theme') === 'system',
    unsaved: readUnsaved(),
  })
  savePreferences(save)
  if (apply.theme !== undefined) setThemePreference(apply.theme)
  if (apply.formats !== undefined) setFormats(apply.formats)
  if (apply.autoStart !== undefined) setAutoStart(apply.autoStart)
  if (apply.preferredLanguage !== undefined) await setLanguage(apply.preferredLanguage)
}

let sending = Promise.resolve()

/** Requests are sent one after the other, so that the last choice wins. */
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

const readUnsaved = (): Partial<Preferences> => readStoredObject('unsaved-preferences')
