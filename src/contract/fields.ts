import * as z from 'zod/mini'
import { LANGUAGES } from '#core/language.ts'
import type { MessageKey } from './messages/en.ts'

/** An error text in the contract is always a key of the message catalogues, never a sentence. */
export const says = (key: MessageKey) => key

export const Id = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/, says('invalidValue')))
export const LanguageField = z.enum(LANGUAGES, says('invalidValue'))

/** Text that any engine can store: PostgreSQL has no NUL, and a lone surrogate is not a character. */
const storable = z.refine<string>((value) => !value.includes('\0') && value.isWellFormed(), says('invalidValue'))

export const text = (maximum: number) => z.string().check(z.maxLength(maximum, says('tooLong')), storable)
export const name = () =>
  z.string().check(z.trim(), z.minLength(1, says('required')), z.maxLength(100, says('tooLong')), storable)
