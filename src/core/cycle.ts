/** The phases of a preset. */
export interface Cycle {
  workMinutes: number
  breakMinutes: number
  repetitions: number
  /** In minutes. It takes the place of the break after every so many work phases. */
  longBreak?: { duration: number; every: number } | null | undefined
}

interface CycleLength {
  minutes: number
  workMinutes: number
}

/** The length of a cycle without pauses. Every work phase has its break, the last one too. */
export function cycleLength(cycle: Cycle): CycleLength {
  const workMinutes = cycle.repetitions * cycle.workMinutes
  return { minutes: breakLengths(cycle).reduce((sum, minutes) => sum + minutes, workMinutes), workMinutes }
}

/** The minutes of the break after each work phase. */
export const breakLengths = ({ breakMinutes, repetitions, longBreak }: Cycle) =>
  Array.from({ length: repetitions }, (_, index) =>
    longBreak && (index + 1) % longBreak.every === 0 ? longBreak.duration : breakMinutes,
  )
