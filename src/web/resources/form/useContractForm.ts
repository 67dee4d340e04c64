import { type ChangeEvent, type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { type Problem, validate } from '#contract/validate.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { ApiError } from '#web/api/api-error.ts'

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

interface Options<In, Out> {
  initial: In
  /** Rejects with `ApiError` when the server refuses. */
  onSubmit: (values: Out) => Promise<void>
  /** What to say when the server refuses without a sentence. */
  fallback?: TextKey
}

/** A form that checks what the server will check, and shows on the same fields what the server refused all the same. */
export function useContractForm<In extends object, Out>(
  schema: z.core.$ZodType<Out, In>,
  { initial, onSubmit, fallback }: Options<In, Out>,
) {
  const { t } = useTranslation()
  const [values, setValues] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [status, setStatus] = useState<'untried' | 'tried' | 'busy'>('untried')
  const [refusal, setRefusal] = useState<ApiError>()
  const [refused, setRefused] = useState<Record<string, string>>({})
  const verdict = validate(schema, values)
  const problems: Record<string, Problem> = verdict.ok || status === 'untried' ? {} : verdict.problems

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setStatus('tried')
    if (!verdict.ok) return focusFirst(form, verdict.problems)
    setStatus('busy')
    setRefusal(undefined)
    try {
      await onSubmit(verdict.data)
      setSaved(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error)
      setRefused(error.details)
      focusFirst(form, error.details)
    } finally {
      setStatus('tried')
    }
  }

  function change(name: string, value: unknown) {
    setValues((values) => ({ ...values, [name]: value }))
    setRefused((refused) => ({ ...refused, [name]: '' }))
  }

  function describe(name: keyof In & string) {
    const problem = problems[name]
    if (problem === undefined) return refused[name] || undefined
    // An empty field is missing before it is anything else.
    return isEmpty(values[name]) ? t('message.required') : t(`message.${problem.key}`, problem.params)
  }

  return {
    values,
    /** Something is typed that has not been saved. */
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    isBusy: status === 'busy',
    /** What is wrong with no field in particular. */
    error: refusal && !isAboutFields(refusal, values) ? errorMessage(refusal, t, fallback) : undefined,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    /** Spread on a text field: ties its value and its error to the form. */
    field: (name: TextName<In>) => ({
      name,
      value: values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(name, event.target.value),
      error: describe(name),
    }),
    /** The same for what is not typed as text: a colour, a number, a choice, a list. */
    control: <Name extends keyof In & string>(name: Name) => ({
      name,
      value: values[name],
      onChange: (value: In[Name]) => change(name, value),
      error: describe(name),
    }),
  }
}

/** `NaN` is what an emptied number field holds. */
const isEmpty = (value: unknown) => value === '' || Number.isNaN(value)

const isAboutFields = (refusal: ApiError, values: object) => Object.keys(refusal.details).some((name) => name in values)

function focusFirst(form: HTMLFormElement, problems: Record<string, unknown>) {
  const fields = Object.keys(problems).map((name) => form.elements.namedItem(name))
  fields.find((field) => field instanceof HTMLElement)?.focus()
}
