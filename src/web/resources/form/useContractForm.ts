import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FormProblem } from '#contract/validate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { type TextKey, type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { takeTypedTexts } from '#web/ui/options/typed-texts.ts'
import { whenAllCreated } from './pending-creates.ts'
import { type FormSchema, useFormRules } from './useFormRules.ts'

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

interface Options<In, Out> {
  initial: In
  /** Rejects with an `ApiError` if the server rejects the values. */
  onSubmit: (values: Out) => Promise<void>
  /** Used if the server's error has no message. */
  fallback?: TextKey
}

/** A form with the server's own validation. Errors of the server show on the same fields. */
export function useContractForm<In extends object, Out>(
  schema: FormSchema<In, Out>,
  { initial, onSubmit, fallback }: Options<In, Out>,
) {
  const { t } = useTranslation()
  const [values, setValues] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [isBusy, setIsBusy] = useState(false)
  const { rejection, fieldErrors, ...failure } = useFailure()
  // An item that the form waits for changes its values, and with them what is submitted.
  const latest = useLatest({ values, onSubmit })
  const rules = useFormRules(schema)
  const problems = rules.findProblems(values)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (await hasUnknownText(form)) return
    setIsBusy(true)
    failure.clear()
    try {
      await whenAllCreated()
      const { values, onSubmit } = latest.current
      const validation = await rules.validate(values)
      if (!validation.ok) return focusFirst(form, validation.problems)
      await onSubmit(validation.data)
      setSaved(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failure.show(error)
      focusFirst(form, error.details)
    } finally {
      setIsBusy(false)
    }
  }

  function change(name: string, value: unknown) {
    rules.prepare()
    setValues((values) => ({ ...values, [name]: value }))
    failure.clearField(name)
  }

  const describeError = (name: keyof In & string) =>
    describeProblem(problems[name], values[name], t) ?? (fieldErrors[name] || undefined)
  const control = <Name extends keyof In & string>(name: Name) => ({
    name,
    value: values[name],
    onChange: (value: In[Name]) => change(name, value),
    error: describeError(name),
  })

  return {
    values,
    /** The values differ from the saved ones. */
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    isBusy,
    /** An error that belongs to no field. */
    error: rejection && !isAboutFields(rejection, values) ? errorMessage(rejection, t, fallback) : undefined,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    /** Props of a text field. */
    field: (name: TextName<In>) => ({
      ...control(name),
      value: values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(name, event.target.value),
    }),
    /** Props of any other field: a colour, a number, a selection, a list. */
    control,
  }
}

/** The server's rejection. The error of a field goes when the field changes. */
function useFailure() {
  const [rejection, setRejection] = useState<ApiError>()
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  return {
    rejection,
    fieldErrors,
    show(error: ApiError) {
      setRejection(error)
      setFieldErrors(error.details)
    },
    clear: () => setRejection(undefined),
    clearField: (name: string) => setFieldErrors((errors) => ({ ...errors, [name]: '' })),
  }
}

function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

function describeProblem(problem: FormProblem | undefined, value: unknown, t: Translate) {
  if (problem === undefined) return undefined
  // For an empty field “required” is the clearest of its errors.
  return isEmpty(value) ? t('message.required') : t(`message.${problem.key}`, problem.params)
}

/** A cleared number field holds `NaN`. */
const isEmpty = (value: unknown) => value === '' || Number.isNaN(value)

const isAboutFields = (rejection: ApiError, values: object) =>
  Object.keys(rejection.details).some((name) => name in values)

/** Takes typed texts. Focuses a field with one that names nothing, and returns whether there is one. */
async function hasUnknownText(form: HTMLFormElement) {
  await takeTypedTexts()
  const unknown = form.querySelector<HTMLElement>('[data-unknown]')
  unknown?.focus()
  return unknown !== null
}

function focusFirst(form: HTMLFormElement, problems: Record<string, unknown>) {
  const fields = Object.keys(problems).map((name) => form.elements.namedItem(name))
  fields.find((field) => field instanceof HTMLElement)?.focus()
}
