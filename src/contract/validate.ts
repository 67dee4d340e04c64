import * as z from 'zod/mini'
import type { MessageKey } from './messages/en.ts'
import { type BrowserMessageKey, en } from './messages/in-browser/en.ts'

/** The mistake in one field: a message key and the parameters of the message. */
export interface Problem<Key = MessageKey> {
  key: Key
  params: Record<string, string | number>
}

export type FormProblem = Problem<BrowserMessageKey>

export type ValidationResult<T> = { ok: true; data: T } | { ok: false; problems: Record<string, FormProblem> }

/** Validates input on the server and in forms, so that both report the same mistake with the same message. */
export function validate<S extends z.core.$ZodType>(schema: S, value: unknown): ValidationResult<z.output<S>> {
  const result = z.safeParse(schema, value, { error: chooseMessageKey })
  if (result.success) return { ok: true, data: result.data }
  const problems: Record<string, FormProblem> = {}
  for (const issue of result.error.issues) problems[issue.path.join('.')] ??= toProblem(issue)
  return { ok: false, problems }
}

/** Chooses the message key of an issue for which the schema has none. */
function chooseMessageKey(issue: z.core.$ZodRawIssue): BrowserMessageKey | undefined {
  if (issue.input === undefined || issue.input === null) return 'required'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'tooShort' : 'tooSmall'
  if (issue.code !== 'too_big') return undefined
  if (issue.origin === 'string') return 'tooLong'
  return issue.origin === 'array' ? 'tooMany' : 'tooLarge'
}

function toProblem(issue: z.core.$ZodIssue): FormProblem {
  const params: Problem['params'] = {}
  if ('minimum' in issue) params['minimum'] = Number(issue.minimum)
  if ('maximum' in issue) params['maximum'] = Number(issue.maximum)
  return { key: isMessageKey(issue.message) ? issue.message : 'invalidValue', params }
}

const isMessageKey = (text: string): text is BrowserMessageKey => text in en
