import type { Encoding } from './import-model.ts'

/** The encodings in which most bytes can mean something, so that only the letters can tell which one is right. */
export const GUESSED_ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'shift_jis',
  'macintosh',
  'utf-8',
] as const satisfies Encoding[]
type GuessedEncoding = (typeof GUESSED_ENCODINGS)[number]

interface Language {
  encodings: readonly GuessedEncoding[]
  /** The logarithm of how likely a file is in this language, compared with the others. */
  prior: number
  /** Letters that are not ASCII, the most frequent first. */
  letters: string
}

const WESTERN = ['windows-1252', 'macintosh', 'utf-8'] as const
const CENTRAL = ['windows-1250', 'utf-8'] as const
const TURKISH = ['windows-1254', 'utf-8'] as const
const CYRILLIC = ['windows-1251', 'utf-8'] as const

// prettier-ignore
const LANGUAGES: Language[] = [
  { encodings: WESTERN,  prior: 0,  letters: 'éèàêçùôâîûœïëæ' },           // French
  { encodings: WESTERN,  prior: 0,  letters: 'óáíéñúü' },                  // Spanish
  { encodings: WESTERN,  prior: 0,  letters: 'üäößé' },                    // German
  { encodings: WESTERN,  prior: 0,  letters: 'ãçáéóíêõúàâô' },             // Portuguese
  { encodings: WESTERN,  prior: 0,  letters: 'èàùìòé' },                   // Italian
  { encodings: WESTERN,  prior: -1, letters: 'äåöøæéü' },                  // Nordic languages
  { encodings: WESTERN,  prior: -1, letters: 'óéàíèçòúïü·' },              // Catalan
  { encodings: WESTERN,  prior: -2, letters: 'ëéïöèü' },                   // Dutch
  { encodings: WESTERN,  prior: -5, letters: 'áíðéóúþæöý' },               // Icelandic
  { encodings: CENTRAL,  prior: -2, letters: 'łęąóżśćńź' },                // Polish
  { encodings: CENTRAL,  prior: -2, letters: 'íáéěýřčžůšúňťóď' },          // Czech
  { encodings: CENTRAL,  prior: -3, letters: 'áíčéľýúžôťšďňóäŕĺ' },        // Slovak
  { encodings: CENTRAL,  prior: -2, letters: 'éáöóüőíúű' },                // Hungarian
  { encodings: CENTRAL,  prior: -3, letters: 'ăîşţâ' },                    // Romanian
  { encodings: CENTRAL,  prior: -3, letters: 'čšžćđ' },                    // Croatian, Slovene
  { encodings: TURKISH,  prior: -1, letters: 'ıüşğçöâîû' },                // Turkish
  { encodings: CYRILLIC, prior: -1, letters: 'оеаинтсрвлкмдпуяызьбгчйхжшюцщэфъё' }, // Russian, Bulgarian
  { encodings: CYRILLIC, prior: -2, letters: 'оанитервслкдмупязіьбгчйхїжєюшцщфґ' }, // Ukrainian
  { encodings: ['shift_jis', 'utf-8'], prior: -1, letters: '' },           // Japanese
]

/** Logarithms of how likely characters are. */
const UNUSUAL_CHARACTER = -8
const UPPER_CASE = -1.5
const PUNCTUATION = -4
const OTHER_SIGN = -9
const NO_CHARACTER = -14
const KANA = -4.5
const KANJI = -7
const HALF_WIDTH = -10
/** A capital after a small letter, and letters of two scripts beside each other, hardly occur in words. */
const CAPITAL_WITHIN = -4
const OTHER_SCRIPT_BESIDE = -5

/** The best encoding is certain if it is this much more likely than any that gives another text: twenty times. */
const CERTAIN_MARGIN = 3
/** Less likely texts are not worth a question. */
const PLAUSIBLE_MARGIN = 8

export interface DecodedWords<E extends string = Encoding> {
  encoding: E
  /** The words of the file that are not ASCII, decoded, each followed by a space. */
  text: string
}

/** Sorts the plausible texts by how likely they are, and leaves out those that equal a more likely one. */
export function rankTexts<E extends GuessedEncoding>(candidates: readonly DecodedWords<E>[]) {
  const sorted = candidates
    .map((candidate) => ({ ...candidate, score: scoreText(candidate) }))
    .toSorted((a, b) => b.score - a.score)
  const best = sorted[0]!.score
  const ranked = sorted.filter(
    ({ text, score }, index) =>
      best - score <= PLAUSIBLE_MARGIN && sorted.findIndex((other) => other.text === text) === index,
  )
  const [, second] = ranked
  return {
    ranked: ranked.map(({ encoding, text }) => ({ encoding, text })),
    isCertain: second === undefined || best - second.score >= CERTAIN_MARGIN,
  }
}

/** The score of a text in the most likely language of its encoding. */
function scoreText({ encoding, text }: DecodedWords<GuessedEncoding>) {
  const scores = LANGUAGES.filter(({ encodings }) => encodings.includes(encoding)).map(
    ({ prior, letters }) => prior + scoreCharacters(text, weightsOf(letters)),
  )
  // Few files are made on old Macs.
  return Math.max(...scores) - (encoding === 'macintosh' ? 3 : 0)
}

/** By Zipf's law: the second letter is half as frequent as the first. */
function weightsOf(letters: string) {
  const all = Array.from(letters)
  const sum = all.reduce((sum, _, index) => sum + 1 / (index + 1), 0)
  return new Map(all.map((letter, index) => [letter, Math.log(1 / (index + 1) / sum)]))
}

function scoreCharacters(text: string, weights: ReadonlyMap<string, number>) {
  let score = 0
  let before = ' '
  for (const character of text) {
    if (character >= '\u0080') score += scoreCharacter(character, weights)
    score += scorePair(before, character)
    before = character
  }
  return score
}

function scoreCharacter(character: string, weights: ReadonlyMap<string, number>) {
  if (/[\p{Cc}\p{Co}\p{Cn}\uFFFD]/u.test(character)) return NO_CHARACTER
  if (/[\u3040-\u30FC]/.test(character)) return KANA
  if (/\p{Script=Han}/u.test(character)) return KANJI
  if (/[\uFF61-\uFF9F]/.test(character)) return HALF_WIDTH
  if (/\p{L}/u.test(character)) {
    const small = character.toLowerCase()
    return (weights.get(small.slice(0, 1)) ?? UNUSUAL_CHARACTER) + (small === character ? 0 : UPPER_CASE)
  }
  return /[\p{Pd}\p{Pi}\p{Pf}\p{Zs}…€•°·¿¡ªº。、・「」（）]/u.test(character) ? PUNCTUATION : OTHER_SIGN
}

/** Judges two characters beside each other. A word has capitals at its beginning and letters of one script. */
function scorePair(before: string, character: string) {
  if (before < '\u0080' && character < '\u0080') return 0
  const [first, second] = [scriptOf(before), scriptOf(character)]
  if (first === undefined || second === undefined) return 0
  if (first !== second) return OTHER_SCRIPT_BESIDE
  return /\p{Ll}/u.test(before) && /\p{Lu}/u.test(character) ? CAPITAL_WITHIN : 0
}

/** Japanese mixes three scripts, which count as one here. */
function scriptOf(character: string) {
  if (/\p{Script=Latin}/u.test(character)) return 'latin'
  if (/\p{Script=Cyrillic}/u.test(character)) return 'cyrillic'
  return /[\p{Script=Han}\u3040-\u30FC\uFF61-\uFF9F]/u.test(character) ? 'japanese' : undefined
}
