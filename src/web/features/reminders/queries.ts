import { loadPlanTexts } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'

/** Asks what to keep of a stopwatch's time after an absence, if the user wants that. */
export const IdleReturn = lazyComponent(async () => {
  const [module] = await Promise.all([import('./IdleReturn.tsx'), loadPlanTexts()])
  return { default: module.IdleReturn }
})
