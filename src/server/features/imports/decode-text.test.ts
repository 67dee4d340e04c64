import { expect, test } from 'vitest'
import { ENCODINGS } from '#core/import/import-model.ts'
import { toUpload } from '#server/testing/test-imports.ts'
import { decodeText, detectTextFormat } from './decode-text.ts'

/** The bytes of a text, found by decoding every byte, because Node only decodes these encodings. */
function encode(text: string, encoding: string) {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map<string, number[]>()
  for (let byte = 0xff; byte >= 0; byte -= 1) bytes.set(decoder.decode(Uint8Array.of(byte)), [byte])
  if (encoding === 'shift_jis')
    for (let lead = 0x81; lead < 0xeb; lead += 1)
      for (let trail = 0x40; trail < 0xfd; trail += 1) {
        const character = decoder.decode(Uint8Array.of(lead, trail))
        if (!bytes.has(character)) bytes.set(character, [lead, trail])
      }
  return Buffer.from(Array.from(text).flatMap((character) => bytes.get(character) ?? []))
}

/** Rows as people write them: projects, tasks and notes of some days. */
// prettier-ignore
const TEXTS = {
  Spanish:    'Reunión con Begoña;Diseño de la página;Sesión de análisis, año nuevo;Revisión técnica',
  French:     'Réunion d’équipe;Développement;Août, congés payés;Où est le modèle reçu ?;Château',
  German:     'Besprechung Büro;Präsentation für Müller;Größe prüfen;Straße',
  Portuguese: 'Reunião de equipe;Análise de código;Não há informações;Gestão',
  Swedish:    'Möte på kontoret;Förberedelse av årsrapport;Länk',
  Polish:     'Spotkanie zespołu;Praca nad książką;Zażółć gęślą jaźń;Łódź, źródło',
  Czech:      'Schůzka s týmem;Příprava článku;Žluťoučký kůň;Účetnictví, říjen',
  Hungarian:  'Megbeszélés a főnökkel;Új űrlap;Könyvelés, október;Fejlesztés és tesztelés',
  Turkish:    'Toplantı;Müşteri görüşmesi;Yazılım geliştirme;İş planı, ağustos;Çalışma',
  Russian:    'Совещание;Разработка проекта;Подготовка отчёта за январь',
  Ukrainian:  'Нарада;Підготовка звіту;Їжа, знання і розробка',
  Japanese:   '会議;開発と設計;プロジェクト報告書;お客様との打ち合わせ',
}

// prettier-ignore
test.each<[language: keyof typeof TEXTS, encoding: string]>([
  ['Spanish', 'windows-1252'], ['French', 'windows-1252'], ['German', 'windows-1252'], ['Portuguese', 'windows-1252'],
  ['Swedish', 'windows-1252'], ['Polish', 'windows-1250'], ['Czech', 'windows-1250'], ['Hungarian', 'windows-1250'],
  ['Turkish', 'windows-1254'], ['Russian', 'windows-1251'], ['Ukrainian', 'windows-1251'], ['Japanese', 'shift_jis'],
  ['Spanish', 'macintosh'], ['French', 'macintosh'], ['German', 'macintosh'], ['Portuguese', 'macintosh'],
])('M1 a %s file in %s is read as it was written', async (language, encoding) => {
  const text = `Project;Start;End\n${TEXTS[language].split(';').join(';2026-03-01 09:00;10:00\n')}\n`
  const bytes = encode(text, encoding)
  expect(new TextDecoder(encoding).decode(bytes)).toBe(text)
  const upload = await toUpload(bytes)
  const format = detectTextFormat(upload.text)!
  let decoded = ''
  for await (const part of decodeText(upload, format)) decoded += part.text
  expect([decoded, format.isCertain]).toEqual([text, true])
  expect(format.alternatives[0]?.encoding).toBe(format.encoding)
})

test('M1 if a single letter does not tell the encoding, the possible spellings are offered, and a choice is followed', async () => {
  const upload = await toUpload(encode('Notes\nMañana\n', 'windows-1252'))
  const format = detectTextFormat(upload.text)!
  expect(format).toMatchObject({ encoding: 'windows-1252', isCertain: false })
  expect(format.alternatives.slice(0, 2)).toEqual([
    { encoding: 'windows-1252', example: 'Mañana' },
    { encoding: 'windows-1250', example: 'Mańana' },
  ])
  expect(detectTextFormat(upload.text, 'windows-1250')).toMatchObject({ encoding: 'windows-1250', isCertain: true })
})

test('M1 a letter that most encodings share needs no choice', async () => {
  const upload = await toUpload(encode('Notes\nCafé\n', 'windows-1252'))
  expect(detectTextFormat(upload.text)?.isCertain).toBe(true)
})

test('every encoding can be decoded', () => {
  for (const encoding of ENCODINGS) expect(new TextDecoder(encoding).encoding).toBe(encoding)
})
