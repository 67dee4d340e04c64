import { DEFAULT_FORMATS, type Formats } from '#core/formats.ts'
import { readStoredObject, writeStored } from '#web/storage.ts'
import { createValueStore } from '#web/value-store.ts'
import { renderTexts } from './i18n.ts'

interface CurrentFormats extends Formats {
  /** The time zone whose midnights separate days. */
  zone: string
}

const formats = createValueStore(withZone(readFormats()))
markClock(formats.read())

export const currentFormats = formats.read
export const useFormats = formats.useValue
export const currentZone = () => currentFormats().zone

/** Stores the formats for the next page load, and writes everything on this one in them. */
export function setFormats(chosen: Formats) {
  writeStored('formats', JSON.stringify(chosen))
  formats.set(withZone(chosen))
  markClock(chosen)
  renderTexts()
}

/** Columns of times are wider for a 12-hour clock. */
function markClock({ clock }: Formats) {
  document.documentElement.dataset['clock'] = clock
}

function readFormats(): Formats {
  return { ...DEFAULT_FORMATS, ...readStoredObject('formats') }
}

/** A zone that this browser does not know is replaced by its own. */
function withZone(formats: Formats): CurrentFormats {
  return { ...formats, zone: resolveZone(formats.timeZone) ?? resolveZone(null) ?? 'UTC' }
}

function resolveZone(timeZone: string | null) {
  try {
    return new Intl.DateTimeFormat('en', timeZone === null ? {} : { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
