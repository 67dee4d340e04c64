import { ApiError } from '#web/api/api-error.ts'

/** What the account of a refused sign-in asks for besides. Undefined if the refusal has another reason. */
export const secondStepOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'second-factor-required'
    ? { hasApp: 'code' in error.details, hasPasskey: 'passkey' in error.details }
    : undefined
