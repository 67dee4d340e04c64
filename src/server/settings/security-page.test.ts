import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The number of requirements in each section of OWASP ASVS 5.0.0, and those of level 3. */
const SECTIONS = `1.1 2; 1.2 10 10; 1.3 12 12; 1.4 3; 1.5 3 3; 2.1 3; 2.2 3; 2.3 5 5; 2.4 2 2; 3.1 1 1; 3.2 3 3; 3.3 5 5;
  3.4 8 7 8; 3.5 8 6 7 8; 3.6 1 1; 3.7 5 3 4 5; 4.1 5 4 5; 4.2 5 2 3 4 5; 4.3 2; 4.4 4; 5.1 1; 5.2 6 4 5 6; 5.3 3 3; 5.4 3;
  6.1 3; 6.2 12; 6.3 8 5 6 7 8; 6.4 6 5 6; 6.5 8 6 7 8; 6.6 4 4; 6.7 2 1 2; 6.8 4; 7.1 3; 7.2 4; 7.3 2; 7.4 5; 7.5 3 3; 7.6 2;
  8.1 4 3 4; 8.2 4 4; 8.3 3 2 3; 8.4 2 2; 9.1 3; 9.2 4; 10.1 2; 10.2 3 3; 10.3 5 5; 10.4 16 12 13 14 15 16; 10.5 5; 10.6 2;
  10.7 3; 11.1 4 3 4; 11.2 5 4 5; 11.3 5 4 5; 11.4 4; 11.5 2 2; 11.6 2 2; 11.7 2 1 2; 12.1 5 4 5; 12.2 2; 12.3 5 5;
  13.1 4 2 3 4; 13.2 6 6; 13.3 4 3 4; 13.4 7 6 7; 14.1 2; 14.2 8 5 6 7 8; 14.3 3; 15.1 5 4 5; 15.2 5 4 5; 15.3 7;
  15.4 4 1 2 3 4; 16.1 1; 16.2 5; 16.3 4; 16.4 3; 16.5 4 4`

function requirementsOfLevelTwo() {
  return SECTIONS.split(';').flatMap((text) => {
    const [section = '', count, ...levelThree] = text.trim().split(' ')
    return Array.from({ length: Number(count) }, (_, index) => index + 1)
      .filter((number) => !levelThree.includes(String(number)))
      .map((number) => `${section}.${number}`)
  })
}

/** `1.2.6–1.2.8` stands for three requirements. */
function expand(cell: string) {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–')
    const [section, from, to] = [first.replace(/\.\d+$/, ''), Number(/\d+$/.exec(first)), Number(/\d+$/.exec(last))]
    return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`)
  })
}

test('O81 SECURITY.md judges every requirement of ASVS 5.0 level 2 once', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../SECURITY.md'), 'utf8')
  const rows = [...page.matchAll(/^\| ([\d.,– ]+?) +\| (met|not met|partly|operator|not applicable) +\|/gm)]
  // WebRTC, chapter 17, is one row.
  const judged = rows.map(([, cell = '']) => cell).filter((cell) => cell !== '17')
  expect(judged.flatMap(expand)).toEqual(requirementsOfLevelTwo())
})
