/** `Promise.withResolvers`, which the compiler refuses in `src/web` because older browsers do not have it. */
export function createDeferred<Value>() {
  let resolve!: (value: Value) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<Value>((...callbacks) => ([resolve, reject] = callbacks))
  return { promise, resolve, reject }
}
