/** Code points that the WebDriver standard gives to keys without a character. */
const SPECIAL_KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
}

const toKey = (name: string) => SPECIAL_KEYS[name] ?? name
const down = (value: string) => ({ type: 'keyDown', value })
const up = (value: string) => ({ type: 'keyUp', value })

/** The events of pressing one key after the other. */
export const typeActions = (text: string) => Array.from(text).flatMap((key) => [down(key), up(key)])

/** The events of pressing keys together, such as `Control+k`. */
export function pressActions(combination: string) {
  const keys = combination.split('+').map(toKey)
  return [...keys.map(down), ...keys.toReversed().map(up)]
}
