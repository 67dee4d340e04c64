import type { CommandName } from './command-table.ts'
import type { Run } from './context.ts'

/** Each command is loaded only when it runs, so that all of them start fast. */
const LOADERS: Record<CommandName, () => Promise<{ run: Run }>> = {
  login: () => import('./commands/login.ts'),
  logout: () => import('./commands/logout.ts'),
  status: () => import('./commands/status.ts'),
  start: () => import('./commands/start.ts'),
  pause: () => import('./commands/pause.ts'),
  resume: () => import('./commands/resume.ts'),
  skip: () => import('./commands/skip.ts'),
  switch: () => import('./commands/switch.ts'),
  stop: () => import('./commands/stop.ts'),
  add: () => import('./commands/add.ts'),
  log: () => import('./commands/log.ts'),
  report: () => import('./commands/report.ts'),
  export: () => import('./commands/export.ts'),
  projects: () => import('./commands/projects.ts'),
  tasks: () => import('./commands/tasks.ts'),
  mcp: () => import('./commands/mcp.ts'),
  completion: () => import('./commands/completion.ts'),
  help: () => import('./commands/help.ts'),
}

export const loadCommand = (name: CommandName) => LOADERS[name]()
