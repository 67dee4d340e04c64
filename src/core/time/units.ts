export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
/** UTC offsets are multiples of 15 minutes, so local date and hour never change within a quarter. */
export const QUARTER_MS = 15 * MINUTE_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
