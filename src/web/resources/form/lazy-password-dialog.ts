import { lazyPart } from '#web/ui/feedback/lazy-component.tsx'

export const PasswordDialog = lazyPart(() =>
  import('./PasswordDialog.tsx').then((module) => ({ default: module.PasswordDialog })),
)
