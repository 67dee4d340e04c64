import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connect } from '../../src/server/db/connect.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { ROOT } from '../run.ts'

/** A statement with the partitions that it would read or change, by the plan of PostgreSQL for the data of one user. */
interface RoutedStatement {
  text: string
  /** The numbers of the partitions. All tables are split alike, so the rows of one user have one number. */
  partitions: string[]
  /** Why PostgreSQL could not plan it. */
  error?: string
}

interface Plan {
  'Relation Name'?: string
  Plans?: Plan[]
}

const SCHEMA = 'routing'

/** Statements that read or change the rows of many users, with the reason. */
const SPREAD: [statement: RegExp, reason: string][] = [
  [/^select "user_id" from "timers" where "due_at" <= /, 'a server finds the due timers of absent users'],
  [/^update "timers" set "claimed_until" = .* for update skip locked\)/, 'a server claims due timers'],
  [
    /^select "user_id", (?:"revision", )?"due_at".* from "timers" where "user_id" = any/,
    'timers of many users are read together',
  ],
  [/^update "timers" set "seen_at" = .* for update\)/, 'a server writes the presence of its users together'],
  [
    /^(select "sessions"|update "sessions" set "seen_at").* = any\(array/,
    'sessions of many sockets are checked together',
  ],
  [/^select "user_id" as "userId", "id" from "trash" where "deleted_at" <= /, 'a job finds expired trash'],
  [/^select ("id"|\*) from "users" .*(limit|order by)/, 'administrators list users, and the first user finds none'],
  [/^update "webhooks" set "claimed_until" = .* for update skip locked\)\)/, 'a server claims due webhooks'],
  [/^select "due_at" from "webhooks" where due_at <= /, 'a metric tells how late webhooks are'],
  [/^select count\((\*|distinct "user_id")\) as "count" from "(users|sessions)"/, 'metrics count users'],
]

/** Prints how the recorded statements are routed. Returns whether those of more than one partition are the listed ones. */
export async function isRoutingAsListed(databaseUrl: string, partitions: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: await createPartitionedSchema(databaseUrl, partitions) })
  await client.connect()
  try {
    const routed: RoutedStatement[] = []
    for (const text of await readRecordedStatements(client)) routed.push(await routeStatement(client, text))
    return report(routed)
  } finally {
    await client.end()
  }
}

function report(routed: RoutedStatement[]) {
  const failed = routed.filter(({ error }) => error !== undefined)
  const spread = routed.filter(({ partitions }) => partitions.length > 1)
  const unlisted = spread.filter(({ text }) => !SPREAD.some(([statement]) => statement.test(text)))
  const unused = SPREAD.filter(([statement]) => !spread.some(({ text }) => statement.test(text)))
  console.log(`\n${routed.length} statements, ${routed.length - spread.length} in the partition of one user`)
  for (const [statement, reason] of SPREAD)
    console.log(`${spread.filter(({ text }) => statement.test(text)).length} in all: ${reason}`)
  for (const { text, error } of failed) console.log(`FAILED not planned: ${error}: ${text}`)
  for (const { text } of unlisted) console.log(`FAILED in several partitions, and not listed: ${text}`)
  for (const [statement] of unused) console.log(`FAILED listed, but executed by no test: ${statement.source}`)
  return failed.length + unlisted.length + unused.length === 0
}

/** Returns the address of a new schema with all tables, split as operators split them. */
async function createPartitionedSchema(databaseUrl: string, partitions: number) {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', `-c search_path=${SCHEMA},public -c ritmo.partitions=${partitions}`)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create schema ${SCHEMA}; create extension if not exists pg_stat_statements schema public`)
  const database = connect({ databaseUrl: url.href, dataDir: '' })
  await migrate(database)
  await database.close()
  await client.query(readFileSync(join(ROOT, 'deploy/postgres/partition-by-user.sql'), 'utf8'))
  await client.end()
  return url.href
}

/** A test adds a column of the name `leak`. */
const RECORDED = `select distinct query as text from pg_stat_statements
  where query ~* '^(select|insert|update|delete|with)\\M' and query !~* '\\m(pg_|information_schema|leak)'`

/** The texts of all statements that `pg_stat_statements` has seen, with parameters in place of their constants. */
async function readRecordedStatements(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(RECORDED)
  return rows.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()).toSorted()
}

/** A row type has no constant but null. */
const ROW_TYPE = /\$\d+(?=::")/g
/** Lists of values and cases do not tell the type of their constants, which are numbers. */
const NUMBERS = /\(values .*?\)\)|\b(then|else) \$\d+/g
const PARAMETER = /\$\d+/g

/** PostgreSQL reads '1' as text, number or true, whatever the place of the parameter requires. */
const withConstants = (text: string) =>
  text
    .replaceAll(ROW_TYPE, 'null')
    .replaceAll(NUMBERS, (part) => part.replaceAll(PARAMETER, '1'))
    .replaceAll(PARAMETER, "'1'")

/** Every parameter is the same constant, so that all conditions name the same user. */
async function routeStatement(client: pg.Client, text: string): Promise<RoutedStatement> {
  try {
    const explained = `explain (format json, costs off) ${withConstants(text)}`
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained)
    const relations = relationsOf(rows[0]!['QUERY PLAN'][0].Plan)
    return { text, partitions: [...new Set(relations.flatMap((name) => /_p(\d+)$/.exec(name)?.[1] ?? []))] }
  } catch (error) {
    return { text, partitions: [], error: (error as Error).message }
  }
}

const relationsOf = (plan: Plan): string[] => [
  ...(plan['Relation Name'] === undefined ? [] : [plan['Relation Name']]),
  ...(plan.Plans ?? []).flatMap(relationsOf),
]
