import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'

const load = () => import('./EntryPanels.tsx')

export const EditEntryPanel = lazyComponent(() => load().then((module) => ({ default: module.EditEntryPanel })))
export const NewEntryPanel = lazyComponent(() => load().then((module) => ({ default: module.NewEntryPanel })))
