/** A requirement of a drill and its measured value. */
export interface Criterion {
  what: string
  measured: string
  bar: string
  isMet: boolean
}

/** The list must be empty. The first few elements are printed as examples. */
export function none(what: string, found: readonly unknown[]): Criterion {
  const examples = found.slice(0, 3).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  const measured = found.length === 0 ? '0' : `${found.length}: ${examples.join('; ')}`
  return { what, measured, bar: '0', isMet: found.length === 0 }
}

/** With fewer the drill has not tested enough. */
export const atLeast = (what: string, count: number, least: number): Criterion => ({
  what,
  measured: String(count),
  bar: `≥ ${least}`,
  isMet: count >= least,
})

export const atMost = (what: string, count: number, most: number): Criterion => ({
  what,
  measured: String(count),
  bar: `≤ ${most}`,
  isMet: count <= most,
})

/** Takes milliseconds; undefined (never happened) fails. */
export const inTime = (what: string, took: number | undefined, most: number): Criterion => ({
  what,
  measured: took === undefined ? 'never' : seconds(took),
  bar: `≤ ${seconds(most)}`,
  isMet: took !== undefined && took <= most,
})

const seconds = (milliseconds: number) =>
  milliseconds < 500
    ? `${milliseconds.toFixed(0)} ms`
    : `${(milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 2 : 0)} s`

export const longest = (values: readonly number[]) => (values.length === 0 ? undefined : Math.max(...values))

/** Undefined (never happened) is slower than any time. */
export const slowest = (times: readonly (number | undefined)[]) =>
  times.includes(undefined) ? undefined : longest(times as number[])

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

export const p99 = (values: readonly number[]) => percentile(values, 0.99)
