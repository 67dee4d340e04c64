import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

const About = z.object({
  name: z.string(),
  version: z.string(),
  creator: z.string(),
  contact: z.string(),
  website: z.string(),
})

export const about = {
  read: {
    method: 'GET',
    path: '/about',
    summary: 'The version of this server, and who made it',
    public: true,
    reply: About,
  },
} as const satisfies Record<string, Endpoint>
