import type { texts as english } from '../en/signed-in.ts'
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

export const texts: typeof english = {
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
