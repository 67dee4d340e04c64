import { type CallLog, callUntilAcknowledged } from './calls.ts'

export interface Person {
  id: string
  token: string
  project: string
}

/** The server hashes two passwords at a time and refuses requests when its queue is full. */
const MAX_PARALLEL = 8

let lastNumber = 0

/** Registers users, each with a project. */
export async function signUp(url: string, count: number, log: CallLog): Promise<Person[]> {
  const people: Person[] = []
  while (people.length < count) {
    const some = Array.from({ length: Math.min(MAX_PARALLEL, count - people.length) }, () => signUpOne(url, log))
    people.push(...(await Promise.all(some)))
  }
  return people
}

async function signUpOne(url: string, log: CallLog): Promise<Person> {
  lastNumber += 1
  const account = { name: `Person ${lastNumber}`, email: `person${lastNumber}@example.org`, password: 'Quiet river 42' }
  const registered = await callUntilAcknowledged(url, { path: '/users/register', body: account }, log)
  const { token, user } = registered as { token: string; user: { id: string } }
  const project = await callUntilAcknowledged(url, { path: '/projects', body: { name: 'Atlas' }, token }, log)
  return { id: user.id, token, project: (project as { id: string }).id }
}
