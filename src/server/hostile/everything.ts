import type { LightMyRequestResponse } from 'fastify'
import { filled, SAMPLES } from './samples.ts'
import { type Caller, ENDPOINTS, filler, make, type openSite, requestFor } from './site.ts'

/** Calls every endpoint as it is meant to be. Whoever has changed anything gives way to somebody else. */
export async function callEverything({ app, newcomer }: Awaited<ReturnType<typeof openSite>>) {
  const answers: { name: string; reply: LightMyRequestResponse }[] = []
  const callers = [await newcomer()]
  for (const [name, { method }] of ENDPOINTS) {
    const caller = callers.at(-1)!
    const { after } = SAMPLES[name]!
    if (after !== undefined) await make(app, caller, after)
    answers.push({ name, reply: await app.inject(requestOf(name, caller)) })
    if (after !== undefined || method !== 'GET') callers.push(await newcomer())
  }
  return { answers, callers }
}

export const requestOf = (name: string, caller: Caller, token = caller.token) =>
  requestFor(name, filled(SAMPLES[name]!, filler(caller)), token)
