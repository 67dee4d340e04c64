import type { Language } from '#core/language.ts'

/** The names of fields as people call them. A field without a label is named as in the API. */
const en = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  language: 'Language',
  preferredLanguage: 'Language',
  description: 'Description',
  contactInfo: 'Contact information',
  color: 'Colour',
  client: 'Client',
  project: 'Project',
  task: 'Task',
  tags: 'Tags',
  status: 'Status',
  notes: 'Notes',
  startTime: 'Start',
  endTime: 'End',
  duration: 'Duration',
  workDuration: 'Work duration',
  breakDuration: 'Break duration',
  repetitions: 'Repetitions',
  zone: 'Time zone',
  search: 'Search',
}
type Labels = typeof en

const es: Labels = {
  name: 'Nombre',
  email: 'Correo',
  password: 'Contraseña',
  currentPassword: 'Contraseña actual',
  newPassword: 'Contraseña nueva',
  language: 'Idioma',
  preferredLanguage: 'Idioma',
  description: 'Descripción',
  contactInfo: 'Información de contacto',
  color: 'Color',
  client: 'Cliente',
  project: 'Proyecto',
  task: 'Tarea',
  tags: 'Etiquetas',
  status: 'Estado',
  notes: 'Notas',
  startTime: 'Inicio',
  endTime: 'Fin',
  duration: 'Duración',
  workDuration: 'Duración del trabajo',
  breakDuration: 'Duración del descanso',
  repetitions: 'Repeticiones',
  zone: 'Zona horaria',
  search: 'Búsqueda',
}

const tr: Labels = {
  name: 'Ad',
  email: 'E-posta',
  password: 'Parola',
  currentPassword: 'Geçerli parola',
  newPassword: 'Yeni parola',
  language: 'Dil',
  preferredLanguage: 'Dil',
  description: 'Açıklama',
  contactInfo: 'İletişim bilgileri',
  color: 'Renk',
  client: 'Müşteri',
  project: 'Proje',
  task: 'Görev',
  tags: 'Etiketler',
  status: 'Durum',
  notes: 'Notlar',
  startTime: 'Başlangıç',
  endTime: 'Bitiş',
  duration: 'Süre',
  workDuration: 'Çalışma süresi',
  breakDuration: 'Mola süresi',
  repetitions: 'Tekrar sayısı',
  zone: 'Saat dilimi',
  search: 'Arama',
}

const LABELS: Record<Language, Record<string, string>> = { en, es, tr }

/** The label of a field, which may be within a list: `tags.1`. */
export const labelOf = (language: Language, path: string) => LABELS[language][path.replace(/\.\d+$/, '')] ?? path
