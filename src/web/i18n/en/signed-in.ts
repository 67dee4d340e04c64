import clients from './clients.json'
import dashboard from './dashboard.json'
import entries from './entries.json'
import keyboard from './keyboard.json'
import list from './list.json'
import overview from './overview.json'
import presets from './presets.json'
import projects from './projects.json'
import signals from './signals.json'
import tags from './tags.json'
import tasks from './tasks.json'
import verification from './verification.json'

/** Texts after sign-in, one file per feature. */
export const texts = {
  clients,
  dashboard,
  entries,
  keyboard,
  list,
  overview,
  presets,
  projects,
  signals,
  tags,
  tasks,
  verification,
}
