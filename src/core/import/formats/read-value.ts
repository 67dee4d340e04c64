/** A value of parsed JSON. Only own properties count, because a file may have keys such as `constructor`. */
export const fieldOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), value)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const valuesOf = (value: unknown): readonly unknown[] => (isRecord(value) ? Object.values(value) : [])

/** Text or a number as text; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const textsOf = (value: unknown) =>
  listOf(value)
    .map(textOf)
    .filter((text) => text !== '')
