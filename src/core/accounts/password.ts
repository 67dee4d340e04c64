export const MAX_PASSWORD_LENGTH = 128
const MIN_PASSWORD_LENGTH = 8

/** Separate rules, so that a form can tick off each one while the user types. */
export const PASSWORD_RULES = {
  length: (password: string) => password.length >= MIN_PASSWORD_LENGTH,
  digit: (password: string) => /\p{Nd}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  /** Anything that is neither letter nor digit counts, spaces included. */
  special: (password: string) => /[^\p{L}\p{N}]/u.test(password),
}

export const isStrongPassword = (password: string) =>
  Object.values(PASSWORD_RULES).every((isSatisfied) => isSatisfied(password))

/**
 * Whether a password is a common word, decorated to satisfy the rules: `P@ssw0rd2026!` is `password`. `ownWords` are the
 * user's name and email address, which an attacker would try first, alone or together.
 */
export function isEasyToGuess(password: string, commonPasswords: ReadonlySet<string>, ownWords: string[]) {
  const isCommon = toStems(password).some((stem) => commonPasswords.has(stem))
  return isCommon || isMadeOf(password.toLowerCase(), ['ritmo', ...ownWords.flatMap(splitWords)])
}

function toStems(password: string) {
  const whole = password.toLowerCase()
  const undecorated = whole.replace(/[^\p{L}]+$/u, '')
  return [whole, undecorated, undecorated.replace(/^[^\p{L}]+/u, '')].flatMap((stem) => [stem, replaceLookalikes(stem)])
}

// prettier-ignore
const LOOKALIKES: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', '$': 's', '5': 's', '7': 't' }

const replaceLookalikes = (text: string) => text.replaceAll(/./gsu, (character) => LOOKALIKES[character] ?? character)

/** Words of one or two letters are ignored, because they occur in too many passwords. */
const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)

function isMadeOf(password: string, words: string[]) {
  const letters = password.replaceAll(/[^\p{L}]/gu, '')
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters) === ''
}
