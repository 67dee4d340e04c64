/** The note of a focus session for which the user wrote none. */
export const defaultNote = (repetition: number, repetitions: number) => `Work session ${repetition}/${repetitions}`

export const isDefaultNote = (note: string) => /^Work session \d+\/\d+$/.test(note)
