export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

const LABELS: Record<string, string> = {
  mod: IS_MAC ? '⌘' : 'Ctrl',
  alt: IS_MAC ? '⌥' : 'Alt',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
}

/** The labels of the keys of a shortcut. `names` are the translated names of keys, by key. */
export function keyLabels(keys: string, names: Record<string, string> = {}): string[] {
  const parts = keys === ' ' ? [keys] : keys.split(' ')
  return parts.map((part) => names[part] ?? LABELS[part] ?? part.toUpperCase())
}
