type ToastTone = 'neutral' | 'success' | 'danger'

export interface Toast {
  id: number
  message: string
  tone: ToastTone
  action?: { label: string; onPress: () => void } | undefined
}

const listeners = new Set<() => void>()
let shown: readonly Toast[] = []
let lastId = 0

/** Shows a short message. `<Toaster />` removes it after six seconds. */
export const toast = {
  show(message: string, { action, tone = 'neutral' }: Partial<Pick<Toast, 'action' | 'tone'>> = {}) {
    lastId += 1
    change([...shown, { id: lastId, message, tone, action }])
  },
}

export const toastQueue = {
  read: () => shown,
  remove: (id: number) => change(shown.filter((item) => item.id !== id)),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function change(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}
