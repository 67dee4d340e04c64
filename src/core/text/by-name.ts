const collator = new Intl.Collator('en', { numeric: true })

/** As people look things up: capitals do not matter, 9 comes before 10. Sorted here because engines differ in it. */
export const byName = (a: { id: string; name: string }, b: { id: string; name: string }) =>
  collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
