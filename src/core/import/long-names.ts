import { MAX_NAME_LENGTH } from './import-model.ts'

const MARK = '… '
const HALF_LENGTH = 4
const ROOM = MAX_NAME_LENGTH - MARK.length - 2 * HALF_LENGTH

/**
 * Cuts a name that is too long, at a space if there is one in its second half. Names that differ only behind the cut stay
 * different names, and the same name is cut the same way in every file, because a checksum of the whole name follows.
 */
export function cutName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name
  const start = name.slice(0, ROOM).replace(/[\uD800-\uDBFF]$/, '')
  const space = start.lastIndexOf(' ')
  return `${space > ROOM / 2 ? start.slice(0, space) : start}${MARK}${checksumOf(name)}`
}

/** Two sums, so that names of one account practically never have the same. Case does not count, as in all names. */
function checksumOf(name: string) {
  let [one, other] = [0x811c9dc5, 0x9e3779b9]
  for (const character of name.normalize('NFKC').toLowerCase()) {
    const code = character.codePointAt(0)!
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul((other + code) ^ (other >>> 15), 0x85ebca6b)
  }
  return [one, other].map(toDigits).join('')
}

const toDigits = (sum: number) => ((sum >>> 0) % 36 ** HALF_LENGTH).toString(36).padStart(HALF_LENGTH, '0')
