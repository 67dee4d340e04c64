interface Fakes {
  now: () => number
  onError: (error: unknown) => void
}

/** Replaces the clock, random numbers and error reports while a simulation runs, so that its steps repeat it exactly. */
export async function withFakeGlobals<Result>({ now, onError }: Fakes, run: () => Promise<Result>): Promise<Result> {
  let ids = 0
  // The last byte stays free, because the ids of a run's entries follow that of the run.
  const getRandomValues = (bytes: Uint8Array) => {
    new DataView(bytes.buffer).setUint32(bytes.length - 5, ++ids)
    return bytes
  }
  const fakes: [object: object, name: string, fake: unknown][] = [
    [Date, 'now', now],
    [crypto, 'getRandomValues', getRandomValues],
    [globalThis, 'reportError', onError],
  ]
  const originals = fakes.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name))
  for (const [object, name, value] of fakes)
    Object.defineProperty(object, name, { value, configurable: true, writable: true })
  try {
    return await run()
  } finally {
    fakes.forEach(([object, name], index) => {
      const original = originals[index]
      if (original === undefined) Reflect.deleteProperty(object, name)
      else Object.defineProperty(object, name, original)
    })
  }
}
