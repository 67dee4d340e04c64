import type { LightMyRequestResponse } from 'fastify'
import { ErrorBody } from '#contract/errors.ts'
import { en } from '#contract/messages/en.ts'
import { es } from '#contract/messages/es.ts'
import { tr } from '#contract/messages/tr.ts'
import type { Language } from '#core/language.ts'

/** Every sentence of a language, whatever is filled in. */
const sentences = (catalogue: Record<string, string>) => {
  const patterns = Object.values(catalogue).map((sentence) =>
    sentence
      .split(/{{\w+}}/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('[\\d.e+-]*'),
  )
  return new RegExp(`^(?:${patterns.join('|')})$`)
}
const SENTENCES: Record<Language, RegExp> = { en: sentences(en), es: sentences(es), tr: sentences(tr) }

/** What is wrong with an answer to a call that may be wrong in any way; undefined: nothing. */
export function faultIn({ statusCode, headers, body }: LightMyRequestResponse, language: Language) {
  if (statusCode >= 500) return 'a fault of the server'
  if (statusCode < 400) return undefined
  if (!String(headers['content-type']).startsWith('application/json')) return 'a refusal that is not JSON'
  if (body === '') return undefined
  const refusal = ErrorBody.safeParse(readJson(body))
  if (!refusal.success) return 'a refusal of another shape'
  const said = [refusal.data.message, refusal.data.error, ...Object.values(refusal.data.details ?? {})]
  return said.every((sentence) => SENTENCES[language].test(sentence)) ? undefined : `a sentence unknown in ${language}`
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
