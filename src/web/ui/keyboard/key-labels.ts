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

/** The labels of the keys of a shortcut. `space` is the translated name of the space bar. */
export function keyLabels(key: string, space: string): string[] {
  if (key === ' ') return [space]
  return key.split(' ').map((part) => LABELS[part] ?? part.toUpperCase())
}
