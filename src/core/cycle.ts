/** What a preset asks of the timer. */
export interface Cycle {
  workMinutes: number
  breakMinutes: number
  repetitions: number
}

interface CycleLength {
  minutes: number
  workMinutes: number
}

/** How long a cycle runs when nobody pauses it: every work phase has its break, the last one too. */
export function cycleLength({ workMinutes, breakMinutes, repetitions }: Cycle): CycleLength {
  return { minutes: repetitions * (workMinutes + breakMinutes), workMinutes: repetitions * workMinutes }
}
