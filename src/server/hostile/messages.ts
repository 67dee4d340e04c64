import type { ClientToServer } from '#contract/timer-events.ts'
import { COMMANDS } from './samples.ts'

const NOW = Date.parse('2026-03-02T09:00:00Z')

/** Everything that a client can say of its timer which knows nothing of commands. */
const STATE = {
  timestamp: NOW,
  status: 'running',
  mode: 'work',
  elapsed: 60,
  workDuration: 25,
  breakDuration: 5,
  repetitions: 4,
  currentRepetition: 1,
  projectId: '<project>',
  taskId: '<task>',
  notes: 'n',
  tags: ['<tag>'],
  workStartTime: '2026-03-02T08:59:00Z',
  infiniteMode: false,
  shouldSave: true,
}

/** A command alone on its device, on a run that is there unless it starts one. */
const alone = (type: string, index = 0) => {
  const command = COMMANDS.filter(({ event }) => event.type === type)[index]!
  const runId = type === 'start' ? '<new.run>' : '<run>'
  return { cmd: { ...command, id: '<new.command>', sequence: 1, event: { ...command.event, at: NOW, runId } } }
}

export type Message = Partial<typeof STATE> & { cmd?: { event: { type: string } } }

/** What is said with each event that a client can send. */
export const MESSAGES: Record<keyof ClientToServer, Message[]> = {
  'timer:start': [STATE, alone('start'), alone('start', 1)],
  'timer:pause': [STATE, alone('pause')],
  'timer:resume': [STATE, alone('resume')],
  'timer:stop': [STATE, alone('stop')],
  'timer:tick': [STATE, alone('subject'), alone('config'), alone('dismiss')],
  'timer:switch': [STATE, alone('skip')],
  'timer:requestSync': [{}],
  'timer:clock': [],
}

/** A command that cannot be yet: its answer comes after all that was said before, and tells how the timer stands. */
export const PROBE = { cmd: { ...alone('pause').cmd, device: '<new.probe>', sequence: 2 } }
