import type { Import } from '#contract/files/imports.ts'

/** The imports that ran in an earlier reply and are finished in the later one. */
export const findFinished = (before: readonly Import[] | undefined, after: readonly Import[] | undefined) =>
  after?.filter(({ id, isFinished }) => isFinished && before?.some((item) => item.id === id && item.isRunning)) ?? []
