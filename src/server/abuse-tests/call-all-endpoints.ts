import type { LightMyRequestResponse } from 'fastify'
import { fillPlaceholders, SAMPLE_REQUESTS } from './sample-requests.ts'
import { type Caller, ENDPOINTS, valuesFor, callSample, type startServer, requestFor } from './test-server.ts'

/** Calls every endpoint with its sample request, and with a new caller after a call that may have changed data. */
export async function callAllEndpoints({ app, createCaller }: Awaited<ReturnType<typeof startServer>>) {
  const answers: { name: string; reply: LightMyRequestResponse }[] = []
  const callers = [await createCaller()]
  for (const [name, { method }] of ENDPOINTS) {
    const caller = callers.at(-1)!
    const { callFirst } = SAMPLE_REQUESTS[name]!
    if (callFirst !== undefined) await callSample(app, caller, callFirst)
    answers.push({ name, reply: await app.inject(sampleRequestOf(name, caller)) })
    if (callFirst !== undefined || method !== 'GET') callers.push(await createCaller())
  }
  return { answers, callers }
}

export const sampleRequestOf = (name: string, caller: Caller, token = caller.token) =>
  requestFor(name, fillPlaceholders(SAMPLE_REQUESTS[name]!, valuesFor(caller)), token)
