import { type Language, LANGUAGES, toLocale } from '#core/language.ts'
import { memoize } from '#core/memoize.ts'
import { BASE_PATH } from '#web/base-path.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { createValueStore } from '#web/value-store.ts'
import { detectLanguage } from './detect-language.ts'
import type { texts as administrationTexts } from './en/administration/administration.ts'
import type { texts as importTexts } from './en/imports.ts'
import type { texts as integrationTexts } from './en/integrations/integrations.ts'
import type { texts as planTexts } from './en/plan/plan.ts'
import type { texts as publicTexts } from './en/public.ts'
import type { texts as reportTexts } from './en/reports.ts'
import type { texts as settingsTexts } from './en/settings.ts'
import type { texts as signedInTexts } from './en/signed-in.ts'
import { type KeyOf, type Params, type TextTree, translate } from './translate.ts'

export type TextKey = KeyOf<
  typeof publicTexts &
    typeof signedInTexts &
    typeof reportTexts &
    typeof importTexts &
    typeof settingsTexts &
    typeof planTexts &
    typeof administrationTexts &
    typeof integrationTexts
>
export type Translate = (key: TextKey, params?: Params) => string

interface Translation {
  language: Language
  t: Translate
}

/** A language is a folder of eight files. Each is a chunk of its own: pages load only the texts that they show. */
const LOADERS = import.meta.glob<{ texts: TextTree }>([
  './*/{public,signed-in,reports,imports,settings}.ts',
  './*/plan/plan.ts',
  './*/administration/administration.ts',
  './*/integrations/integrations.ts',
])
type Part =
  | 'public'
  | 'signed-in'
  | 'reports'
  | 'imports'
  | 'settings'
  | 'plan/plan'
  | 'administration/administration'
  | 'integrations/integrations'

let selected: Language = 'en'
let parts: readonly Part[] = ['public']
const translation = createValueStore(createTranslation('en', {}))

export function startI18n() {
  selected = detectLanguage({
    stored: readStored('language'),
    browser: navigator.languages,
    page: document.documentElement.lang,
    path: location.pathname.slice(BASE_PATH.length),
  })
  return applyLanguage()
}

export const loadSignedInTexts = () => addPart('signed-in')
export const loadReportTexts = () => addPart('reports')
export const loadImportTexts = () => addPart('imports')
export const loadAdministrationTexts = () => addPart('administration/administration')
export const loadIntegrationTexts = () => addPart('integrations/integrations')
export const loadPlanTexts = () => addPart('plan/plan')
export const loadSettingsTexts = () => addPart('settings')

/** Loads more texts. From then on a change of language loads them too. */
async function addPart(part: Part) {
  // A part that failed to load is not added: it would fail every later change of language.
  await loadPart(selected, part)
  if (!parts.includes(part)) parts = [...parts, part]
  return applyLanguage()
}

async function loadPart(language: Language, part: Part) {
  const load = LOADERS[`./${language}/${part}.ts`]
  if (load === undefined) throw new Error(`src/web/i18n/${language}/${part}.ts is missing`)
  return (await load()).texts
}

/** Stores the language and applies it as soon as its texts are loaded. */
export function setLanguage(language: Language) {
  writeStored('language', language)
  selected = language
  return applyLanguage()
}

export const currentLanguage = () => selected

/** Renders the component again when the language changes or more texts are loaded. */
export const useTranslation = translation.useValue

export const currentTranslation = translation.read

/** Renders all texts again, because how they are written has changed. */
export const renderTexts = () => translation.set({ ...translation.read() })

/** Applies texts that are already loaded. */
export function setTranslation(language: Language, texts: TextTree) {
  document.documentElement.lang = language
  translation.set(createTranslation(language, texts))
}

async function applyLanguage(): Promise<void> {
  const [language, loading] = [selected, parts]
  const loaded = await Promise.all(loading.map((part) => loadPart(language, part)))
  // The language or the parts have changed meanwhile: callers wait for the newer ones.
  if (language !== selected || loading !== parts) return applyLanguage()
  setTranslation(language, Object.assign({}, ...loaded) as TextTree)
}

function createTranslation(language: Language, texts: TextTree): Translation {
  const locale = toLocale(language)
  const formats = { plural: () => pluralRules(locale), number: () => numberFormat(locale) }
  return { language, t: (key, params) => translate(texts, formats, key, params) }
}

const pluralRules = memoize(LANGUAGES.length, (locale: string) => new Intl.PluralRules(locale))
const numberFormat = memoize(LANGUAGES.length, (locale: string) => new Intl.NumberFormat(locale))
