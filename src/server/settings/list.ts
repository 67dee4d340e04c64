import { z } from 'zod'

/** The items of a comma-separated setting. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
