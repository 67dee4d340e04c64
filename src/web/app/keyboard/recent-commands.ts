import { readStored, writeStored } from '#web/storage.ts'

const MAX_RECENT = 5

/** The ids of the last chosen commands, the latest first. */
export function recentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored('recent-commands') ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberCommand(id: string) {
  const others = recentCommands().filter((other) => other !== id)
  writeStored('recent-commands', JSON.stringify([id, ...others].slice(0, MAX_RECENT)))
}
