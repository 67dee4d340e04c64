import { vi } from 'vitest'

/** A browser takes what is put, and undoes the whole transaction when its disk proves full. */
export function simulateFullDisk() {
  const { put } = IDBObjectStore.prototype
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...value) {
    const request = put.apply(this, value)
    this.transaction.abort()
    return request
  })
}
