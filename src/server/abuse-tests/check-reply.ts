import type { LightMyRequestResponse } from 'fastify'
import { ErrorBody } from '#contract/errors.ts'
import { en } from '#contract/messages/en.ts'
import { labelOf } from '#contract/messages/field-labels.ts'
import { es } from '#contract/messages/es.ts'
import { tr } from '#contract/messages/tr.ts'
import type { Language } from '#core/language.ts'

/** Matches every message of a language with any numbers filled in. */
const messagePattern = (catalogue: Record<string, string>) => {
  const patterns = Object.values(catalogue).map((message) =>
    message
      .split(/{{\w+}}/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('[\\d.,e+-]*'),
  )
  return new RegExp(`^(?:${patterns.join('|')})$`)
}
const MESSAGES: Record<Language, RegExp> = {
  en: messagePattern(en),
  es: messagePattern(es),
  tr: messagePattern(tr),
}

/** Checks the reply to a request that may be bad in any way; undefined: the reply is fine. */
export function findReplyFault({ statusCode, headers, body }: LightMyRequestResponse, language: Language) {
  if (statusCode >= 500) return 'a server error'
  if (statusCode < 400) return undefined
  if (!String(headers['content-type']).startsWith('application/json')) return 'a refusal that is not JSON'
  if (body === '') return undefined
  const refusal = ErrorBody.safeParse(readJson(body))
  if (!refusal.success) return 'a refusal that is not an ErrorBody'
  const details = Object.entries(refusal.data.details ?? {})
  const [field] = details[0] ?? []
  // The message about a field may begin with the field's label.
  const reasons = [refusal.data.message, refusal.data.error].map((message) =>
    field === undefined ? message : message.replace(labelIn(language, field), ''),
  )
  const messages = [...reasons, ...details.map(([, message]) => message)]
  return messages.every((message) => MESSAGES[language].test(message)) ? undefined : `a message unknown in ${language}`
}

const labelIn = (language: Language, field: string) => `${labelOf(language, field)}: `

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
