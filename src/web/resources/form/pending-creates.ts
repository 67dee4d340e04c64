/** Items that are being created in the fields of forms. */
const pending = new Set<Promise<void>>()

export function addPendingCreate(created: Promise<void>) {
  pending.add(created)
  void created.finally(() => pending.delete(created))
}

/** A form is saved when the items that were created in its fields exist and are selected. */
export const whenAllCreated = () => (pending.size > 0 ? Promise.all(pending) : undefined)
