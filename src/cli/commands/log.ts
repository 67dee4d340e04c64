import type { ResolvedFormats } from '#client/catalogue.ts'
import { timeEntries } from '#contract/time-entries.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { startOfDate } from '#core/time/time-zone.ts'
import type { Context } from '#cli/context.ts'
import { UsageError } from '#cli/errors.ts'
import { readFilters } from '#cli/filters.ts'
import { toEntryJson, writeEntries } from '#cli/output/entries.ts'
import { requirePeriod } from '#cli/periods.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 500

/** Lists the latest entries, or all of a period. */
export async function run(context: Context) {
  const { given, terminal, text, language } = context
  const limit = readLimit(given.value('limit'))
  const account = await context.account()
  const [catalogue, formats] = [await account.catalogue(), await account.formats()]
  const range = readRange(context, formats)
  const count = limit ?? (range === undefined ? DEFAULT_LIMIT : MAX_LIMIT)
  const { tagIds, ...filters } = readFilters(given, catalogue)
  // One more than is shown tells whether there are more.
  const query = { ...filters, tagId: tagIds[0], ...range, limit: count + 1 }
  const found = await account.call(timeEntries.list, { query })
  const entries = found.slice(0, count)
  if (given.has('json'))
    return terminal.print(
      JSON.stringify(
        entries.map((entry) => toEntryJson(catalogue, entry)),
        null,
        2,
      ),
    )
  if (entries.length === 0) return terminal.warn(text('log.none'))
  const { columns, isColored } = terminal
  for (const line of writeEntries(entries, { catalogue, formats, language, columns, isColored })) terminal.print(line)
  if (found.length > count && (range ?? limit) !== undefined) terminal.warn(text('log.more'))
}

/** The period that the first argument names. */
function readRange({ given, now }: Context, formats: ResolvedFormats) {
  const [typed] = given.positionals
  if (typed === undefined) return undefined
  const { from, to } = requirePeriod(typed, formats, now())
  const at = (date: string) => new Date(startOfDate(date, formats.zone)).toISOString()
  return { startDate: at(from), endDate: at(shiftDate(to, 1)) }
}

function readLimit(typed: string | undefined) {
  if (typed === undefined) return undefined
  const limit = Number(typed)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) throw new UsageError('error.number', { value: typed })
  return limit
}
