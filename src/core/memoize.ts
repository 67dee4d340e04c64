/** Caches results by argument. Arguments may come from users, so a full cache is cleared to bound its memory. */
export function memoize<Argument, Result>(maxSize: number, compute: (argument: Argument) => Result) {
  const results = new Map<Argument, Result>()
  return (argument: Argument): Result => {
    if (results.has(argument)) return results.get(argument) as Result
    const result = compute(argument)
    if (results.size >= maxSize) results.clear()
    results.set(argument, result)
    return result
  }
}
