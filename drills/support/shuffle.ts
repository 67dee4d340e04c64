/** Shuffles in an order that depends only on the seed. */
export function shuffle<T>(items: readonly T[], seed: number) {
  let state = seed
  // A linear congruential generator is random enough for this.
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31)
  return items
    .map((item) => ({ item, key: next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
