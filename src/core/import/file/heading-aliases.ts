import type { ImportField } from '#core/import/import-model.ts'

/** Headings in English, Spanish, Portuguese, German, French and Turkish, as `normalizeHeading` returns them. */
// prettier-ignore
const PRIMARY: [field: ImportField, headings: string][] = [
  ['startDate', `start date, date, day, begin date, spent date, spent on, work date, fecha, fecha inicio, fecha de inicio,
    fecha inicial, dia, data, data de inicio, data inicio, data inicial, datum, startdatum, date de debut, jour, tarih,
    baslangic tarihi`],
  ['startTime', `start time, from, time from, begin time, time in, clock in, hora inicio, hora de inicio, hora inicial, desde,
    de, von, startzeit, heure de debut, baslangic saati, baslangic zamani`],
  ['start', `start, begin, started, started at, start at, time started, start datetime, start date time, start timestamp,
    inicio, comienzo, beginn, anfang, debut, baslangic`],
  ['endDate', `end date, stop date, date to, fecha fin, fecha de fin, fecha final, fecha de finalizacion, data de termino,
    data fim, data de fim, data final, enddatum, date de fin, bitis tarihi`],
  ['endTime', `end time, stop time, finish time, to, time to, time out, clock out, hora fin, hora de fin, hora final,
    hora de finalizacion, hora de termino, hora fim, hora de fim, hasta, ate, bis, endzeit, heure de fin, bitis saati,
    bitis zamani`],
  ['end', `end, stop, finish, ended, ended at, end at, stopped at, finished, finished at, time ended, time stopped,
    time finished, end datetime, end date time, end timestamp, fin, fim, termino, ende, bitis`],
  ['duration', `duration, time spent, spent time, worked, time worked, time tracked, tracked time, logged time, time logged,
    duracion, tiempo dedicado, tiempo trabajado, duracao, tempo gasto, dauer, aufgewendete zeit, arbeitszeit, duree,
    temps passe, sure, harcanan sure, calisma suresi`],
  ['milliseconds', 'milliseconds'],
  ['segments', 'segments'],
  ['client', 'client, client name, customer, customer name, cliente, kunde, kundenname, mandant, musteri, musteri adi'],
  ['project', `project, project name, projects, proyecto, nombre del proyecto, projeto, nome do projeto, projekt, projektname,
    projet, nom du projet, proje, proje adi`],
  ['task', `task, task name, activity, tarea, nombre de la tarea, tarefa, aufgabe, tatigkeit, aktivitat, tache, activite, gorev,
    gorev adi, actividad, atividade, etkinlik`],
  ['tags', 'tags, tag, labels, label, etiquetas, etiqueta, schlagworte, schlagworter, etiquettes, mots cles, etiketler, etiket'],
  ['notes', `description, work description, notes, note, comment, comments, descripcion, comentario,
    comentarios, notas, nota, descricao, beschreibung, notiz, notizen, bemerkung, bemerkungen, kommentar, commentaire,
    commentaires, remarques, aciklama, yorum, not, notlar`],
  ['person', `user, user name, username, member, member name, team member, author, author name, person, employee, employee name,
    worker, assignee, assigned to, staff member, resource, full name, usuario, nombre de usuario, miembro, autor, persona,
    empleado, trabajador, asignado, asignado a, responsable, utilizador, pessoa, membro, funcionario, colaborador, responsavel,
    benutzer, benutzername, nutzer, mitarbeiter, mitarbeiterin, bearbeiter, zugewiesen an, utilisateur, nom d utilisateur,
    membre, auteur, personne, employe, collaborateur, assigne a, kullanici, kullanici adi, uye, yazar, kisi, calisan, personel,
    atanan, sorumlu, ad soyad, adi soyadi`],
  ['lastName', 'last name, surname, family name, apellido, apellidos, sobrenome, nachname, nom de famille, soyad, soyadi'],
  ['email', `email, e mail, mail, email address, user email, user e mail, member email, author email, employee email,
    person email, worker email, assignee email, correo, correo electronico, correo del usuario, email do usuario,
    e mail adresse, benutzer e mail, adresse e mail, courriel, e posta, eposta, kullanici e postasi, kullanici e posta`],
  ['unused', `billable, invoiced, invoice id, invoice number, approval, approved, approved by, exported, currency, price,
    internal price, hourly price, fixed price, internal rate, group, groups, mode, time zone, type, category, label category,
    account, staff number, project number, project code, vat id, order number, date of creation, roles, effort,
    external reference url, facturable, grupo, moneda, fecha creacion, faturavel, abrechenbar, gruppe, exportiert, lohn,
    interner lohn, stundenlohn, festbetrag, typ, kundennummer, umsatzsteuer id, bestellnummer, facturable, groupe,
    faturalandirilabilir, grup`],
]

/** Used only if no primary heading has the same meaning. */
const SECONDARY: [field: ImportField, headings: string][] = [
  [
    'duration',
    'duration decimal, duracion decimal, duracao decimal, dauer dezimal, hours decimal, decimal hours, total, tracked',
  ],
  [
    'duration',
    `hours, minutes, seconds, horas, minutos, segundos, stunden, minuten, sekunden, heures, secondes, saat, dakika, saniye`,
  ],
  ['notes', 'title, titles, titel, titulo, titre, baslik, details, memo'],
  ['person', 'name, first name, given name, vorname, prenom, primeiro nome, nombre, nome, nom, ad, adi'],
]

/** Headings of a duration only together with a unit: `Time (h)`, but not `Time`. */
const WITH_UNIT: [field: ImportField, headings: string][] = [
  ['duration', 'time, total time, length, total, tracked, tiempo, tempo, zeit, temps, zaman'],
]

const toFieldsByHeading = (table: [ImportField, string][]) =>
  new Map(table.flatMap(([field, headings]) => headings.split(/,\s*/).map((heading) => [heading, field] as const)))

export const PRIMARY_FIELDS = toFieldsByHeading(PRIMARY)
export const SECONDARY_FIELDS = toFieldsByHeading(SECONDARY)
export const FIELDS_WITH_UNIT = toFieldsByHeading([...PRIMARY, ...WITH_UNIT])

/** Headings of names of any kind: of people only if other columns say what was done. */
export const ANY_NAME = new Set(['name', 'nombre', 'nome', 'nom', 'ad', 'adi'])
/** Headings that say whose people the others are, such as `Client email`. */
export const OF_CLIENTS = /\b(client|customer|cliente|kunde|kunden|mandant|musteri|contact|contacto|kontakt)/

/** Amounts of money; their currency follows in the heading. */
export const MONEY = /^(?:billable |cost |hourly )?(?:rate|amount|tarifa|importe|valor|betrag|montant|tutar)\b/
