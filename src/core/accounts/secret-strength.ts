/** The variety that 32 random digits have at least; a secret of half the length needs half of it. */
const FULL_LENGTH = 32
const MIN_DISTINCT = { characters: 6, pairs: 16 }

/** Texts that documents and examples use in place of a secret. */
const PLACEHOLDER =
  /change.?(me|this)|fill.?in|place.?holder|(your|my|super|some|jwt|session|top).?secret|secret.?(key|string)|string.?secret|256.?bit|example|password|passphrase|qwerty|letmein|x{6}|\.{6}/i

/**
 * Whether somebody may guess the secret: it is a text from a document, or has little variety, such as a repeated letter
 * or pattern, or characters in the order of the alphabet. Random secrets pass.
 */
export function isGuessableSecret(secret: string) {
  const characters = Array.from(secret)
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  const steps = pairs.map((pair) => pair.charCodeAt(1) - pair.charCodeAt(0))
  const share = Math.min(1, secret.length / FULL_LENGTH)
  return (
    PLACEHOLDER.test(secret) ||
    new Set(characters).size < MIN_DISTINCT.characters * share ||
    new Set(pairs).size < MIN_DISTINCT.pairs * share ||
    steps.some((step) => steps.filter((other) => other === step).length > steps.length / 2) ||
    isRepetition(secret)
  )
}

/** Whether the text is one part, at most half as long, again and again. */
function isRepetition(text: string) {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.slice(length) === text.slice(0, text.length - length)) return true
  return false
}
