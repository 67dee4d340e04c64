import { useState } from 'react'
import type * as z from 'zod/mini'
import type { FormProblem, validate } from '#contract/validate.ts'
import { ApiError } from '#web/api/api-error.ts'

/** A function loads the schema when the form is first used, so that its page opens without it. */
export type FormSchema<In, Out> = z.core.$ZodType<Out, In> | (() => Promise<z.core.$ZodType<Out, In>>)

interface Rules<In, Out> {
  validate: typeof validate
  schema: z.core.$ZodType<Out, In>
}

/** The server's validation, for the values of a form. */
export function useFormRules<In extends object, Out>(schema: FormSchema<In, Out>) {
  const [loaded, setLoaded] = useState<Rules<In, Out>>()
  // A form may choose another schema while it is open.
  const rules = loaded && { ...loaded, ...(typeof schema === 'object' && { schema }) }

  return {
    /** Loads in advance what `validate` needs. */
    prepare: () => void loadRules(schema).catch(() => undefined),
    async validate(values: In) {
      const { validate, schema: wanted } = await loadRules(schema).catch(() => Promise.reject(new ApiError('offline')))
      setLoaded({ validate, schema: wanted })
      return validate(wanted, values)
    },
    /** None before the first `validate`. */
    findProblems(values: In): Record<string, FormProblem> {
      const validation = rules?.validate(rules.schema, values)
      return validation === undefined || validation.ok ? {} : validation.problems
    },
  }
}

async function loadRules<In, Out>(schema: FormSchema<In, Out>): Promise<Rules<In, Out>> {
  const [{ validate }, loaded] = await Promise.all([
    import('#contract/validate.ts'),
    typeof schema === 'function' ? schema() : schema,
  ])
  return { validate, schema: loaded }
}
