import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toRequest } from '#client/call.ts'
import { reports } from '#contract/reports.ts'
import { firstWeekday } from '#core/formats.ts'
import { EXPORT_FORMATS } from '#cli/command-table.ts'
import type { Context } from '#cli/context.ts'
import { CliError, reasonOf } from '#cli/errors.ts'
import { readFilters } from '#cli/filters.ts'
import { chooseFrom } from '#cli/parse-arguments.ts'
import { requirePeriod } from '#cli/periods.ts'
import { toReportFilter } from '#cli/report-filter.ts'

export async function run(context: Context) {
  const { given, terminal, text, now } = context
  const format = chooseFrom(EXPORT_FORMATS, given.value('format') ?? 'csv')
  const account = await context.account()
  const [catalogue, formats] = [await account.catalogue(), await account.formats()]
  const period = requirePeriod(given.positionals[0] ?? 'month', formats, now())
  const query = {
    ...toReportFilter(period, readFilters(given, catalogue), formats.zone),
    weekStart: firstWeekday(formats),
    group: 'project' as const,
    format,
  }
  const output = given.value('output') ?? `ritmo-${period.from}-${period.to}.${format}`
  const response = await account.download(toRequest(reports.export, { query }))
  const content = Readable.fromWeb(response.body as never)
  if (output === '-') return pipeline(content, process.stdout, { end: false })
  await save(content, output)
  terminal.warn(text('export.done', { path: output }))
}

/** An interrupted download leaves no half of a file. */
async function save(content: Readable, path: string) {
  const partial = `${path}.part`
  try {
    await pipeline(content, createWriteStream(partial))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw new CliError('error.write', { path, reason: reasonOf(error) })
  }
}
