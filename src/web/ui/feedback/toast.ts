import { createValueStore } from '#web/value-store.ts'

type ToastTone = 'neutral' | 'success' | 'danger'

export interface Toast {
  id: number
  message: string
  tone: ToastTone
  action?: { label: string; onPress: () => void } | undefined
}

const toasts = createValueStore<readonly Toast[]>([])
let lastId = 0

/** Shows a short message. `<Toaster />` removes it after six seconds. */
export const toast = {
  show(message: string, { action, tone = 'neutral' }: Partial<Pick<Toast, 'action' | 'tone'>> = {}) {
    lastId += 1
    toasts.set([...toasts.read(), { id: lastId, message, tone, action }])
  },
}

export const toastQueue = {
  read: toasts.read,
  useToasts: toasts.useValue,
  remove: (id: number) => toasts.set(toasts.read().filter((item) => item.id !== id)),
}
