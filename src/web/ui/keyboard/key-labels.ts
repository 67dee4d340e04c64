export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

const LABELS: Record<string, string> = {
  mod: IS_MAC ? '⌘' : 'Ctrl',
  shift: 'Shift',
  enter: 'Enter',
  delete: 'Del',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
}

/** What is printed on the keys of a shortcut. The space bar has nothing on it: it is named by the language. */
export function keyLabels(key: string, space: string): string[] {
  if (key === ' ') return [space]
  return key.split(' ').map((part) => LABELS[part] ?? part.toUpperCase())
}
