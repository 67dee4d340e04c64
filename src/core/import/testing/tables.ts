const TOGGL =
  'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags'
export const TOGGL_NEW =
  '"Description","Duration","Member","Project","Tags","Start date","Start time","Stop date","Stop time"'
const CLOCKIFY =
  '"Project","Client","Description","Task","User","Group","Email","Tags","Billable","Start Date","Start Time","End Date","End Time","Duration (h)","Duration (decimal)","Billable Rate (USD)"'
const CLOCKIFY_PT =
  'Projeto;Cliente;Descrição;Tarefa;Usuário;Grupo;E-mail;Etiquetas;Faturável;Data de início;Hora de início;Data de término;Hora de término;Duração (h);Duração (decimal)'
export const CLOCKIFY_ES =
  '"Proyecto","Cliente","Descripción","Equipo","Usuario","Grupo","Correo","Etiquetas","Facturable","Fecha inicio","Hora inicio","Fecha fin","Hora fin","Duración (h)","Duración (decimal)","Tarifa (USD)","Importe (USD)","Fecha creación"'
const KIMAI =
  'Date,From,To,Duration,Currency,Price,Name,User,E-mail,Customer,Project,Activity,Description,Billable,Tags,Type'
const KIMAI_DE = 'Datum;Von;Bis;Dauer;Benutzer;Kunde;Projekt;Tätigkeit;Beschreibung;Abrechenbar;Schlagworte'
const SOLIDTIME = 'Description,Task,Project,Client,User,Start,End,Duration,"Duration (decimal)",Billable,Tags'
export const HARVEST = 'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,First Name,Last Name,Currency'
export const OWN_EXPORT =
  'Date,Start,End,Duration,Hours,Milliseconds,Client,Project,Task,Tags,Notes,Mode,Time zone,Rounding,Entry'

/** The headings and one row of each known format. */
// prettier-ignore
export const TABLES = [
  ['toggl',     TOGGL,       'Ann,ann@example.org,Acme,Web,Draw,Sketch,No,2026-03-04,09:00:00,2026-03-04,10:30:00,01:30:00,"a, b"'],
  ['toggl',     TOGGL_NEW,   '"Sketch","01:30:00","Ann","Web","a, b","2026-03-04","09:00:00","2026-03-04","10:30:00"'],
  ['clockify',  CLOCKIFY,    '"Web","Acme","Sketch","Draw","Ann","","ann@example.org","a, b","No","03/13/2026","09:00:00 AM","03/13/2026","10:30 AM","01:30:00","1.50","0.00"'],
  ['clockify',  CLOCKIFY_PT, 'Web;Acme;Sketch;Draw;Ann;;ann@example.org;a, b;Não;13/03/2026;09:00;13/03/2026;10:30;01:30:00;1,50'],
  ['clockify',  CLOCKIFY_ES, '"Web","Acme","Sketch","Draw","Ann","","ann@example.org","a, b","No","13/03/2026","09:00","13/03/2026","10:30","1,50","1,50","0","0","13/03/2026"'],
  ['kimai',     KIMAI,       '2026-03-04,09:00,10:30,1:30,EUR,10.00,Ann,ann,ann@example.org,Acme,Web,Draw,Sketch,1,"a, b",work'],
  ['kimai',     KIMAI_DE,    '04.03.2026;09:00;10:30;1:30;Ann;Acme;Web;Draw;Sketch;1;a, b'],
  ['solidtime', SOLIDTIME,   'Sketch,Draw,Web,Acme,Ann,2026-03-04 09:00:00,2026-03-04 10:30:00,1:30:00,1.5,No,"a, b"'],
  ['harvest',   HARVEST,     '2026-03-04,Acme,Web,,Draw,Sketch,"1,5",Yes,Ann,,EUR'],
  ['ritmo',     OWN_EXPORT,        '2026-03-04,2026-03-04T09:00:00+00:00,2026-03-04T10:30:00+00:00,1:30:00,1.5000,5400000,Acme,Web,Draw,"a, b",Sketch,manual,UTC,None,'],
  ['other',     'Tarih\tBaşlangıç saati\tBitiş saati\tMüşteri\tProje\tGörev\tEtiketler\tAçıklama', '13.03.2026\t09:00\t10:30\tAcme\tWeb\tDraw\ta, b\tSketch'],
  ['other',     'date;heure de début;heure de fin;client;projet;tâche;étiquettes;remarques',      '13/03/2026;9h00;10h30;Acme;Web;Draw;a, b;Sketch'],
] as const
