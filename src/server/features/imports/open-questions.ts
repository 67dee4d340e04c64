import type { ImportQuery } from '#contract/imports.ts'
import type { FileAnalysis } from '#core/import/analyze-file.ts'
import { Refusal, refuseField } from '#server/errors.ts'

/** Refuses to import a file while it can be understood in several ways: nothing is guessed. */
export function refuseOpenQuestions({ missing, dateOrder, unit, people }: FileAnalysis, { person }: ImportQuery) {
  if (missing.length > 0) throw new Refusal('invalid', 'importColumnsMissing')
  if (dateOrder === 'ambiguous') throw refuseField('dateOrder', 'dateOrderNeeded')
  if (unit === 'ambiguous') throw refuseField('unit', 'unitNeeded')
  if (people.length > 1 && person === undefined) throw refuseField('person', 'personNeeded')
}
