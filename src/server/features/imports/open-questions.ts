import type { ImportQuery } from '#contract/files/imports.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import type { ImportFile } from './read-file.ts'

/** Refuses to import a file while it can be understood in several ways: nothing is guessed. */
export function refuseOpenQuestions(file: ImportFile, query: ImportQuery) {
  const { format, analysis } = file
  const { missing, dateOrder, unit, people } = analysis
  if (format?.isCertain === false) throw refuseField('encoding', 'encodingNeeded')
  if (missing.length > 0) throw new Refusal('invalid', 'importColumnsMissing')
  if (dateOrder === 'ambiguous') throw refuseField('dateOrder', 'dateOrderNeeded')
  if (unit === 'ambiguous') throw refuseField('unit', 'unitNeeded')
  if (people.length > 1 && query.person === undefined) throw refuseField('person', 'personNeeded')
  if (hasUnacceptedEntries(file, query)) throw refuseField('suggestions', 'suggestionsNeeded')
}

const hasUnacceptedEntries = ({ converted }: ImportFile, { suggestions }: ImportQuery) =>
  converted?.isSuggestion === true && suggestions === undefined
