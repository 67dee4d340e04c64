import type * as schemas from './form-schemas.ts'

type Schemas = typeof schemas

/** The schema of a form about accounts. It is loaded when the form is first used, as most visitors of a page use none. */
export const accountSchema =
  <Name extends keyof Schemas>(name: Name) =>
  async (): Promise<Schemas[Name]> =>
    (await import('./form-schemas.ts'))[name]
