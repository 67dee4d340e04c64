export const LONGEST_PASSWORD = 128
const SHORTEST_PASSWORD = 8

/** Each rule on its own, so that a form can tick them off while somebody types. */
export const PASSWORD_RULES = {
  length: (password: string) => password.length >= SHORTEST_PASSWORD,
  digit: (password: string) => /\p{Nd}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  /** Anything that is neither letter nor digit counts, spaces included. */
  special: (password: string) => /[^\p{L}\p{N}]/u.test(password),
}

export const isStrongPassword = (password: string) => Object.values(PASSWORD_RULES).every((holds) => holds(password))

/**
 * Whether a password is one well-known word, dressed up to satisfy the rules: `P@ssw0rd2026!` is `password`.
 * `ownWords` are what an attacker would try first for this account, together or alone: names, the address.
 */
export function isEasyToGuess(password: string, commonPasswords: ReadonlySet<string>, ownWords: string[]) {
  const isCommon = stemsOf(password).some((stem) => commonPasswords.has(stem))
  return isCommon || isMadeOf(password.toLowerCase(), ['ritmo', ...ownWords.flatMap(wordsIn)])
}

function stemsOf(password: string) {
  const whole = password.toLowerCase()
  const undecorated = whole.replace(/[^\p{L}]+$/u, '')
  return [whole, undecorated, undecorated.replace(/^[^\p{L}]+/u, '')].flatMap((stem) => [stem, plainLetters(stem)])
}

// prettier-ignore
const LOOKALIKES: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', '$': 's', '5': 's', '7': 't' }

const plainLetters = (text: string) => text.replaceAll(/./gsu, (mark) => LOOKALIKES[mark] ?? mark)

/** Words of two letters are in too many passwords to mean anything. */
const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)

function isMadeOf(password: string, words: string[]) {
  const letters = password.replaceAll(/[^\p{L}]/gu, '')
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters) === ''
}
