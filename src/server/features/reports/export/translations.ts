import type { ExportQuery } from '#contract/reports.ts'
import type { Language } from '#core/language.ts'
import type { AttributeDimension, Dimension } from '#core/report/dimensions.ts'

type Kind = NonNullable<ExportQuery['kinds']>[number]
type Direction = Exclude<ExportQuery['rounding'], 'off'>

/** Texts of exported reports. `fillIn` replaces `{{names}}`. */
export interface Translations {
  title: string
  summary: string
  entries: string
  period: string
  zone: string
  grouping: string
  rounding: string
  unrounded: string
  rule: Record<Direction, Record<ExportQuery['roundingPer'], string>>
  filters: string
  unfiltered: string
  filter: Record<'projects' | 'clients' | 'tasks' | 'search' | 'kinds' | 'preset', string> &
    Record<ExportQuery['tagMatch'], string>
  dimension: Record<Dimension, string>
  none: Record<AttributeDimension, string>
  deleted: string
  kind: Record<Kind, string>
  column: Record<'date' | 'start' | 'end' | 'time' | 'hours' | 'tags' | 'notes' | 'mode' | 'share' | 'work', string>
  hourUnit: string
  total: string
  sessions: string
  completed: string
  cutShort: string
  longest: string
  tagNote: string
  shortened: string
  page: string
}

const en: Translations = {
  title: 'Time report',
  summary: 'Summary',
  entries: 'Entries',
  period: 'Days',
  zone: 'Time zone',
  grouping: 'Grouped by',
  rounding: 'Rounding',
  unrounded: 'None',
  rule: {
    up: {
      entry: 'Each entry up to full {{minutes}} min',
      day: 'Each line of each day up to full {{minutes}} min',
    },
    down: {
      entry: 'Each entry down to full {{minutes}} min',
      day: 'Each line of each day down to full {{minutes}} min',
    },
    nearest: {
      entry: 'Each entry to the nearest {{minutes}} min',
      day: 'Each line of each day to the nearest {{minutes}} min',
    },
  },
  filters: 'Filters',
  unfiltered: 'None',
  filter: {
    projects: 'Projects: {{names}}',
    clients: 'Clients: {{names}}',
    tasks: 'Tasks: {{names}}',
    any: 'Any of the tags: {{names}}',
    all: 'All of the tags: {{names}}',
    none: 'None of the tags: {{names}}',
    search: 'Text: {{names}}',
    kinds: 'How it was tracked: {{names}}',
    preset: 'Preset: {{names}}',
  },
  dimension: {
    client: 'Client',
    project: 'Project',
    task: 'Task',
    tag: 'Tag',
    day: 'Day',
    week: 'Week',
    month: 'Month',
    weekday: 'Weekday',
    hour: 'Hour',
  },
  none: { client: 'No client', project: 'No project', task: 'No task', tag: 'No tag' },
  deleted: 'Deleted',
  kind: { focus: 'Focus session', stopwatch: 'Stopwatch', manual: 'Typed in' },
  column: {
    date: 'Date',
    start: 'Start',
    end: 'End',
    time: 'Time',
    hours: 'Hours',
    tags: 'Tags',
    notes: 'Notes',
    mode: 'Mode',
    share: 'Share',
    work: 'Work',
  },
  hourUnit: 'h',
  total: 'Total',
  sessions: 'Focus sessions',
  completed: 'completed',
  cutShort: 'cut short',
  longest: 'Longest entry',
  tagNote: 'An entry with several tags is under each of them, and counts once in the total.',
  shortened: 'The first {{shown}} of {{all}} lines. The spreadsheet has all of them.',
  page: 'Page {{page}} of {{pages}}',
}

const es: Translations = {
  title: 'Informe de tiempo',
  summary: 'Resumen',
  entries: 'Registros',
  period: 'Días',
  zone: 'Zona horaria',
  grouping: 'Agrupado por',
  rounding: 'Redondeo',
  unrounded: 'Ninguno',
  rule: {
    up: {
      entry: 'Cada registro hacia arriba, a múltiplos de {{minutes}} min',
      day: 'Cada línea de cada día hacia arriba, a múltiplos de {{minutes}} min',
    },
    down: {
      entry: 'Cada registro hacia abajo, a múltiplos de {{minutes}} min',
      day: 'Cada línea de cada día hacia abajo, a múltiplos de {{minutes}} min',
    },
    nearest: {
      entry: 'Cada registro al múltiplo de {{minutes}} min más cercano',
      day: 'Cada línea de cada día al múltiplo de {{minutes}} min más cercano',
    },
  },
  filters: 'Filtros',
  unfiltered: 'Ninguno',
  filter: {
    projects: 'Proyectos: {{names}}',
    clients: 'Clientes: {{names}}',
    tasks: 'Tareas: {{names}}',
    any: 'Alguna de las etiquetas: {{names}}',
    all: 'Todas las etiquetas: {{names}}',
    none: 'Ninguna de las etiquetas: {{names}}',
    search: 'Texto: {{names}}',
    kinds: 'Cómo se registró: {{names}}',
    preset: 'Preajuste: {{names}}',
  },
  dimension: {
    client: 'Cliente',
    project: 'Proyecto',
    task: 'Tarea',
    tag: 'Etiqueta',
    day: 'Día',
    week: 'Semana',
    month: 'Mes',
    weekday: 'Día de la semana',
    hour: 'Hora',
  },
  none: { client: 'Sin cliente', project: 'Sin proyecto', task: 'Sin tarea', tag: 'Sin etiqueta' },
  deleted: 'Eliminado',
  kind: { focus: 'Sesión de concentración', stopwatch: 'Cronómetro', manual: 'A mano' },
  column: {
    date: 'Fecha',
    start: 'Inicio',
    end: 'Fin',
    time: 'Tiempo',
    hours: 'Horas',
    tags: 'Etiquetas',
    notes: 'Notas',
    mode: 'Modo',
    share: 'Parte',
    work: 'Trabajo',
  },
  hourUnit: 'h',
  total: 'Total',
  sessions: 'Sesiones de concentración',
  completed: 'completas',
  cutShort: 'interrumpidas',
  longest: 'Registro más largo',
  tagNote: 'Un registro con varias etiquetas está en cada una de ellas y cuenta una vez en el total.',
  shortened: 'Las primeras {{shown}} de {{all}} líneas. La hoja de cálculo las tiene todas.',
  page: 'Página {{page}} de {{pages}}',
}

const tr: Translations = {
  title: 'Zaman raporu',
  summary: 'Özet',
  entries: 'Kayıtlar',
  period: 'Günler',
  zone: 'Saat dilimi',
  grouping: 'Gruplama',
  rounding: 'Yuvarlama',
  unrounded: 'Yok',
  rule: {
    up: {
      entry: 'Her kayıt yukarıya, {{minutes}} dakikanın katlarına',
      day: 'Her günün her satırı yukarıya, {{minutes}} dakikanın katlarına',
    },
    down: {
      entry: 'Her kayıt aşağıya, {{minutes}} dakikanın katlarına',
      day: 'Her günün her satırı aşağıya, {{minutes}} dakikanın katlarına',
    },
    nearest: {
      entry: 'Her kayıt {{minutes}} dakikanın en yakın katına',
      day: 'Her günün her satırı {{minutes}} dakikanın en yakın katına',
    },
  },
  filters: 'Filtreler',
  unfiltered: 'Yok',
  filter: {
    projects: 'Projeler: {{names}}',
    clients: 'Müşteriler: {{names}}',
    tasks: 'Görevler: {{names}}',
    any: 'Etiketlerden herhangi biri: {{names}}',
    all: 'Etiketlerin hepsi: {{names}}',
    none: 'Etiketlerin hiçbiri: {{names}}',
    search: 'Metin: {{names}}',
    kinds: 'Nasıl kaydedildi: {{names}}',
    preset: 'Ön ayar: {{names}}',
  },
  dimension: {
    client: 'Müşteri',
    project: 'Proje',
    task: 'Görev',
    tag: 'Etiket',
    day: 'Gün',
    week: 'Hafta',
    month: 'Ay',
    weekday: 'Haftanın günü',
    hour: 'Saat',
  },
  none: { client: 'Müşterisiz', project: 'Projesiz', task: 'Görevsiz', tag: 'Etiketsiz' },
  deleted: 'Silinmiş',
  kind: { focus: 'Odak oturumu', stopwatch: 'Kronometre', manual: 'Elle girilen' },
  column: {
    date: 'Tarih',
    start: 'Başlangıç',
    end: 'Bitiş',
    time: 'Süre',
    hours: 'Saat',
    tags: 'Etiketler',
    notes: 'Notlar',
    mode: 'Tür',
    share: 'Pay',
    work: 'İş',
  },
  hourUnit: 'sa',
  total: 'Toplam',
  sessions: 'Odak oturumları',
  completed: 'tamamlandı',
  cutShort: 'yarıda kaldı',
  longest: 'En uzun kayıt',
  tagNote: 'Birden çok etiketi olan bir kayıt her birinin altındadır ve toplamda bir kez sayılır.',
  shortened: 'Toplam {{all}} satırın ilk {{shown}} tanesi. Tümü elektronik tablodadır.',
  page: 'Sayfa {{page}}/{{pages}}',
}

export const TRANSLATIONS: Record<Language, Translations> = { en, es, tr }

export const fillIn = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
