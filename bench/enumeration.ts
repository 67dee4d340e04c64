import { performance } from 'node:perf_hooks'
import { startServer } from '../e2e/support/server.ts'

const ROUNDS = 200
/** A smaller p means that chance hardly explains the difference, so the reply time reveals accounts. */
const MIN_P = 0.01
const PASSWORD = 'Quiet river 42'

/** Whether reply times reveal if an address has an account: two alternating samples, compared by a rank test. */
export async function measure() {
  const server = await startServer()
  try {
    await post(server.url, 'register', { name: 'Bench', email: 'known@example.org', password: PASSWORD })
    const results = [
      await compareTimes(server.url, 'login', (email) => ({ email, password: 'Wrong river 42' })),
      await compareTimes(server.url, 'forgot-password', (email) => ({ email })),
    ]
    for (const { path, p, known, unknown } of results)
      console.log(
        `enumeration ${path}: p ${p.toFixed(3)} (bar ${MIN_P}), median ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown`,
      )
    return results.every(({ p }) => p > MIN_P)
  } finally {
    await server.stop()
  }
}

async function compareTimes(url: string, path: string, bodyFor: (email: string) => object) {
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates, so that neither sample always comes first.
    const turn = [() => time(known, 'known@example.org'), () => time(unknown, `unknown-${round}@example.org`)]
    for (const sample of round % 2 === 0 ? turn : turn.toReversed()) await sample()
  }
  return { path, p: mannWhitney(known, unknown), known: median(known), unknown: median(unknown) }

  async function time(sample: number[], email: string) {
    const begin = performance.now()
    await post(url, path, bodyFor(email))
    sample.push(performance.now() - begin)
  }
}

async function post(url: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/users/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await reply.text()
}

/** The p-value of the Mann-Whitney U test, by the normal approximation. */
function mannWhitney(a: number[], b: number[]) {
  const wins = a.reduce((sum, x) => sum + b.reduce((count, y) => count + (x > y ? 1 : x === y ? 0.5 : 0), 0), 0)
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - normal(Math.abs(wins - mean) / deviation))
}

/** The normal distribution function, by the approximation of Abramowitz and Stegun 26.2.17 (error below 1e-7). */
function normal(z: number) {
  const t = 1 / (1 + 0.2316419 * z)
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153]
  const tail = series.reduce((sum, coefficient) => (sum + coefficient) * t, 0)
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
