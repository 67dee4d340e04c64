import { vi } from 'vitest'

/** Aborts every transaction that writes, as browsers do when the disk is full. */
export function simulateFullDisk() {
  const { put } = IDBObjectStore.prototype
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...value) {
    const request = put.apply(this, value)
    this.transaction.abort()
    return request
  })
}
