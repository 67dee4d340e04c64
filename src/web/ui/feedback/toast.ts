import { createValueStore } from '#web/value-store.ts'

type ToastTone = 'neutral' | 'success' | 'danger'

export interface Toast {
  id: number
  message: string
  tone: ToastTone
  action?: { label: string; onPress: () => void } | undefined
  /** Takes back the change that the message is about. */
  undo?: (() => void) | undefined
}

const toasts = createValueStore<readonly Toast[]>([])
let lastId = 0

/** Shows a short message. `<Toaster />` removes it after six seconds. */
export const toast = {
  show(message: string, { action, undo, tone = 'neutral' }: Partial<Pick<Toast, 'action' | 'undo' | 'tone'>> = {}) {
    lastId += 1
    const id = lastId
    toasts.set([...toasts.read(), { id, message, tone, action, undo }])
    return {
      setMessage: (next: string) =>
        toasts.set(toasts.read().map((item) => (item.id === id ? { ...item, message: next } : item))),
      remove: () => toastQueue.remove(id),
    }
  },
}

/** Takes back the latest change that can be undone, and removes its message. */
export function undoLatest() {
  const latest = toasts.read().findLast(({ undo }) => undo !== undefined)
  if (latest === undefined) return
  toastQueue.remove(latest.id)
  latest.undo?.()
}

export const toastQueue = {
  read: toasts.read,
  useToasts: toasts.useValue,
  remove: (id: number) => toasts.set(toasts.read().filter((item) => item.id !== id)),
}
