/** The phases of a preset. */
export interface Cycle {
  workMinutes: number
  breakMinutes: number
  repetitions: number
}

interface CycleLength {
  minutes: number
  workMinutes: number
}

/** The length of a cycle without pauses. Every work phase has its break, the last one too. */
export function cycleLength({ workMinutes, breakMinutes, repetitions }: Cycle): CycleLength {
  return { minutes: repetitions * (workMinutes + breakMinutes), workMinutes: repetitions * workMinutes }
}
