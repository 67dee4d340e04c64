import { lazyPart } from '#web/ui/feedback/lazy-component.tsx'

// The settings show none of them before a press.
export const AppCodeForm = lazyPart(() =>
  import('./AppCodeForm.tsx').then((module) => ({ default: module.AppCodeForm })),
)
export const ConfirmForm = lazyPart(() =>
  import('./ConfirmForm.tsx').then((module) => ({ default: module.ConfirmForm })),
)
export const RecoveryCodes = lazyPart(() =>
  import('./RecoveryCodes.tsx').then((module) => ({ default: module.RecoveryCodes })),
)
