const collator = new Intl.Collator('en', { numeric: true })

/** Ignores case and sorts 9 before 10. Lists are sorted in code, because database engines sort differently. */
export const byName = (a: { id: string; name: string }, b: { id: string; name: string }) =>
  collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
