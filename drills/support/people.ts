import { insist, type CallLog } from './calls.ts'

export interface Person {
  id: string
  token: string
  project: string
}

/** Passwords are hashed two at a time, and few may wait for it. */
const AT_ONCE = 8

let known = 0

/** New users, each with a project. */
export async function signUp(url: string, count: number, log: CallLog): Promise<Person[]> {
  const people: Person[] = []
  while (people.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - people.length) }, () => signUpOne(url, log))
    people.push(...(await Promise.all(some)))
  }
  return people
}

async function signUpOne(url: string, log: CallLog): Promise<Person> {
  known += 1
  const account = { name: `Person ${known}`, email: `person${known}@example.org`, password: 'Quiet river 42' }
  const registered = await insist(url, { path: '/users/register', body: account }, log)
  const { token, user } = registered as { token: string; user: { id: string } }
  const project = await insist(url, { path: '/projects', body: { name: 'Atlas' }, token }, log)
  return { id: user.id, token, project: (project as { id: string }).id }
}
