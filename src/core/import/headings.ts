import { foldForSearch } from '#core/text/fold-for-search.ts'
import type { DurationUnit } from './times.ts'
import type { ImportField, ImportFormat } from './import-model.ts'

/** Headings in English, Spanish, Portuguese, German, French and Turkish, as `normalizeHeading` returns them. */
// prettier-ignore
const PRIMARY_ALIASES: [field: ImportField, headings: string][] = [
  ['startDate', `start date, date, day, begin date, spent date, work date, fecha, fecha inicio, fecha de inicio, fecha inicial,
    dia, data, data de inicio, data inicio, data inicial, datum, startdatum, date de debut, jour, tarih, baslangic tarihi`],
  ['startTime', `start time, from, time from, begin time, hora inicio, hora de inicio, hora inicial, desde, de, von, startzeit,
    heure de debut, baslangic saati, baslangic zamani`],
  ['start', `start, begin, started, started at, start datetime, start date time, inicio, comienzo, beginn, anfang, debut,
    baslangic`],
  ['endDate', `end date, stop date, fecha fin, fecha de fin, fecha final, fecha de finalizacion, data de termino, data fim,
    data de fim, data final, enddatum, date de fin, bitis tarihi`],
  ['endTime', `end time, stop time, to, time to, hora fin, hora de fin, hora final, hora de finalizacion, hora de termino,
    hora fim, hora de fim, hasta, ate, bis, endzeit, heure de fin, bitis saati, bitis zamani`],
  ['end', `end, stop, finish, ended, ended at, stopped at, end datetime, end date time, fin, fim, termino, ende, bitis`],
  ['duration', `duration, duration h, duration hours, duration seconds, duration minutes, duration s, time h, time spent,
    worked, time tracked, duracion, duracion h, duracao, duracao h, dauer, dauer h, duree, duree h, sure, sure h, sure sa`],
  ['milliseconds', 'milliseconds'],
  ['client', 'client, client name, customer, customer name, cliente, kunde, mandant, musteri'],
  ['project', 'project, project name, projects, proyecto, projeto, projekt, projet, proje'],
  ['task', `task, task name, activity, tarea, tarefa, aufgabe, tatigkeit, aktivitat, tache, activite, gorev, actividad,
    atividade, etkinlik`],
  ['tags', 'tags, tag, labels, label, etiquetas, etiqueta, schlagworte, schlagworter, etiquettes, mots cles, etiketler, etiket'],
  ['notes', `description, notes, note, comment, comments, descripcion, notas, nota, descricao, beschreibung, notiz, notizen,
    bemerkung, kommentar, remarques, aciklama, not, notlar`],
  ['person', 'user, member, usuario, miembro, benutzer, mitarbeiter, utilisateur, membre, kullanici, uye'],
  ['email', 'email, e mail, mail, email address, correo, correo electronico, e posta, eposta'],
  ['unused', `billable, invoiced, invoice id, invoice number, approval, approved, approved by, exported, currency, price,
    internal price, hourly price, fixed price, internal rate, group, groups, mode, time zone, type, category, label category,
    account, staff number, project number, project code, vat id, order number, date of creation, roles, employee, last name,
    external reference url, facturable, grupo, moneda, fecha creacion, faturavel, abrechenbar, gruppe, exportiert, lohn,
    interner lohn, stundenlohn, festbetrag, typ, kundennummer, umsatzsteuer id, bestellnummer, facturable, groupe,
    faturalandirilabilir, grup`],
]

/** Used only if no primary heading has the same meaning. */
const SECONDARY_ALIASES: [field: ImportField, headings: string][] = [
  [
    'duration',
    'duration decimal, duracion decimal, duracao decimal, dauer dezimal, hours, hours decimal, decimal hours',
  ],
  ['duration', 'horas, stunden, heures, saat, total, tracked, tracked h'],
  ['notes', 'title, titles, titel, titulo, titre, baslik, details, memo'],
  ['person', 'name, first name'],
]

/** Amounts of money; their currency follows in the heading. */
const MONEY = /^(?:billable |cost |hourly )?(?:rate|amount|tarifa|importe|valor|betrag|montant|tutar)\b/

const toFieldsByHeading = (table: [ImportField, string][]) =>
  new Map(table.flatMap(([field, headings]) => headings.split(/,\s*/).map((heading) => [heading, field] as const)))
const PRIMARY_FIELDS = toFieldsByHeading(PRIMARY_ALIASES)
const SECONDARY_FIELDS = toFieldsByHeading(SECONDARY_ALIASES)

export const normalizeHeading = (heading: string) =>
  foldForSearch(heading)
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()

/** The field of each column; null if unknown. A second column of the same field is `unused`. */
export function recognizeColumns(
  headings: readonly string[],
  overrides: readonly { index: number; field: ImportField }[] = [],
): (ImportField | null)[] {
  const words = headings.map(normalizeHeading)
  const isOwnExport = detectFormat(headings) === 'ritmo'
  const fields: (ImportField | null | undefined)[] = words.map(() => undefined)
  const assign = (index: number, field: ImportField | undefined) => {
    if (index >= words.length || fields[index] !== undefined || field === undefined) return
    fields[index] = fields.includes(field) ? 'unused' : field
  }
  for (const { index, field } of overrides) assign(index, field)
  words.forEach((word, index) => assign(index, isOwnExport ? OWN_EXPORT_FIELDS[word] : undefined))
  words.forEach((word, index) => assign(index, PRIMARY_FIELDS.get(word)))
  words.forEach((word, index) => assign(index, SECONDARY_FIELDS.get(word) ?? (MONEY.test(word) ? 'unused' : undefined)))
  return fields.map((field) => field ?? null)
}

const OWN_EXPORT_FIELDS: Record<string, ImportField> = {
  date: 'unused',
  rounding: 'rounding',
  entry: 'entry',
  hours: 'unused',
}

export function detectFormat(headings: readonly string[]): ImportFormat {
  const words = new Set(headings.map(normalizeHeading))
  const has = (...wanted: string[]) => wanted.every((word) => words.has(word))
  if (has('milliseconds', 'rounding', 'entry')) return 'ritmo'
  if ([...words].some((word) => /^(duration|duracion|duracao|dauer|duree|sure) (h|sa)$/.test(word))) return 'clockify'
  if (has('start date', 'start time') && (has('duration') || has('stop date'))) return 'toggl'
  if (has('from', 'to', 'activity') || has('von', 'bis', 'tatigkeit')) return 'kimai'
  if (has('start', 'end', 'duration', 'duration decimal')) return 'solidtime'
  return has('date', 'client', 'notes', 'hours') ? 'harvest' : 'other'
}

/** The unit of plain numbers in a column, if its heading names one. */
export function unitOfHeading(heading: string): DurationUnit | undefined {
  const word = normalizeHeading(heading)
  if (/second|\bs$/.test(word)) return 'seconds'
  if (/minute/.test(word)) return 'minutes'
  return /hour|decimal|dezimal|horas|stunden|heures|saat|\bh$|\bsa$/.test(word) ? 'hours' : undefined
}

/** A file needs a start, and an end or a duration. */
export function findMissingFields(fields: readonly (ImportField | null)[]): ('start' | 'end')[] {
  const has = (...wanted: ImportField[]) => wanted.some((field) => fields.includes(field))
  return [
    ...(has('start', 'startDate') ? [] : (['start'] as const)),
    ...(has('end', 'endTime', 'duration', 'milliseconds') ? [] : (['end'] as const)),
  ]
}
