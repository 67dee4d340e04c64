import { texts as importTexts } from '../en/imports.ts'
import { texts as publicTexts } from '../en/public.ts'
import { texts as reportTexts } from '../en/reports.ts'
import { texts as settingsTexts } from '../en/settings.ts'
import { texts as signedInTexts } from '../en/signed-in.ts'
import { setTranslation } from '../i18n.ts'

/** For component tests: sets the English texts without waiting for chunks. */
export const loadEnglish = () =>
  setTranslation('en', { ...publicTexts, ...signedInTexts, ...reportTexts, ...importTexts, ...settingsTexts })
