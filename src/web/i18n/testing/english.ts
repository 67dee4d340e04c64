import { words as importWords } from '../en/imports.ts'
import { words as publicWords } from '../en/public.ts'
import { words as reportWords } from '../en/reports.ts'
import { words as signedInWords } from '../en/signed-in.ts'
import { setTranslation } from '../i18n.ts'

/** The words of the interface for component tests, without loading anything. */
export const loadEnglish = () =>
  setTranslation('en', { ...publicWords, ...signedInWords, ...reportWords, ...importWords })
