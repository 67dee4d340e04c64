import type { ClientToServer } from '#contract/timer-events.ts'
import { COMMANDS } from './sample-requests.ts'

const NOW = Date.parse('2026-03-02T09:00:00Z')

/** The message of a legacy client with all its fields. */
const LEGACY_STATE = {
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
  infiniteMode: true,
  infiniteElapsedTime: 0,
  selectedEntryId: '<entry>',
  selectedPresetId: '<preset>',
  shouldSave: true,
}

/** A message with the only command of its device, on an existing run unless it starts one. */
const singleCommand = (type: string, index = 0) => {
  const command = COMMANDS.filter(({ event }) => event.type === type)[index]!
  const runId = type === 'start' ? '<new.run>' : '<run>'
  return { cmd: { ...command, id: '<new.command>', sequence: 1, event: { ...command.event, at: NOW, runId } } }
}

export type SampleMessage = Partial<typeof LEGACY_STATE> & { cmd?: { event: { type: string } } }

/** Valid messages for each event that a client can send. */
export const SAMPLE_MESSAGES: Record<keyof ClientToServer, SampleMessage[]> = {
  'timer:start': [LEGACY_STATE, singleCommand('start'), singleCommand('start', 1)],
  'timer:pause': [LEGACY_STATE, singleCommand('pause')],
  'timer:resume': [LEGACY_STATE, singleCommand('resume')],
  'timer:stop': [LEGACY_STATE, singleCommand('stop')],
  'timer:tick': [
    LEGACY_STATE,
    ...['subject', 'config', 'begin', 'extend', 'dismiss', 'undo'].map((type) => singleCommand(type)),
  ],
  'timer:switch': [LEGACY_STATE, singleCommand('skip')],
  'timer:requestSync': [{}],
  'timer:clock': [],
}

/** Rejected for its sequence number. Its acknowledgement comes after all earlier events, with a timer snapshot. */
export const REJECTED_COMMAND = { cmd: { ...singleCommand('pause').cmd, device: '<new.probe>', sequence: 2 } }
