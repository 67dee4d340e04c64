/** The order that a number stands for: the same for the same number. */
export function shuffle<T>(items: readonly T[], seed: number) {
  let state = seed
  // A linear congruential generator: its high bits are as good as chance for this.
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31)
  return items
    .map((item) => ({ item, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
