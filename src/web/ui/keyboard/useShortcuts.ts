import { useEffect, useRef } from 'react'
import { IS_MAC } from './key-labels.ts'
import type { ShortcutKey } from './shortcuts.ts'
import { areSingleKeyShortcutsEnabled } from './single-key-shortcuts.ts'

type Bindings = Partial<Record<ShortcutKey, () => void>>

const TYPING = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'
/** Elements that Space activates. */
const PRESSABLE = 'button, input, summary, [role=button]'
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
const SECOND_KEY_TIMEOUT_MS = 1_500
/** Letters that work with Alt too, also while typing. They are listed here because most pages do not load all shortcuts. */
export const KEYS_WITH_ALT: readonly string[] = ['p', 'w', 'a', 'o']
/** Keys that repeat while held down. Any other key runs its action once. */
const REPEATABLE_KEYS = ['j', 'k']

/** The bindings of all mounted components. The latest wins. */
const layers: { current: Bindings }[] = []
let firstKey: { key: string; at: number } | undefined
let isSuspended = false

/** Binds keys while the component is mounted. Keys without Ctrl or Cmd are ignored in text fields. */
export function useShortcuts(bindings: Bindings) {
  const layer = useRef(bindings)
  useEffect(() => {
    layer.current = bindings
  })
  useEffect(() => {
    if (layers.length === 0) addEventListener('keydown', handleKeyDown)
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) removeEventListener('keydown', handleKeyDown)
    }
  }, [])
}

/** Returns the action bound to a key, also while shortcuts are suspended or ignored. */
export function findShortcutAction(key: string): (() => void) | undefined {
  return layers.map(({ current }) => (current as Record<string, () => void>)[key]).findLast(Boolean)
}

/** For the time in which a dialog loads that will take the keys. */
export function suspendShortcuts(suspend: boolean) {
  isSuspended = suspend
}

/** The shortcut key of an event. Shift is ignored where it is needed to type the character. */
export function pressedKey(event: Pick<KeyboardEvent, 'key' | 'code' | `${'ctrl' | 'meta' | 'alt' | 'shift'}Key`>) {
  const name = event.key.toLowerCase()
  if (event[NOT_MOD] || (event.shiftKey && !isSign(event.key))) return
  if (event.altKey) return event[MOD] ? undefined : altKey(name, event.code)
  return event[MOD] ? `mod ${name}` : name
}

/** On a Mac, Alt with a letter types another character, which the code tells. */
function altKey(name: string, code: string) {
  const letter = /^[a-z]$/.test(name) ? name : code.replace('Key', '').toLowerCase()
  return KEYS_WITH_ALT.includes(letter) ? `alt ${letter}` : undefined
}

const [MOD, NOT_MOD] = IS_MAC ? (['metaKey', 'ctrlKey'] as const) : (['ctrlKey', 'metaKey'] as const)
const isSign = (key: string) => key.length === 1 && key !== ' ' && key.toLowerCase() === key.toUpperCase()

function handleKeyDown(event: Event) {
  // Autofill dispatches keydown events that are no KeyboardEvent.
  if (!(event instanceof KeyboardEvent)) return
  if (isSuspended || event.defaultPrevented || isWithin(event, OVERLAY)) return
  const key = pressedKey(event)
  if (key === undefined || isIgnored(event, key) || isHandledByElement(event, key)) return
  const action = findShortcutAction(sequence(key.replace('alt ', ''), event.timeStamp))
  if (action === undefined) return
  event.preventDefault()
  action()
}

/** The key, or both keys of a sequence such as `g d`. */
function sequence(key: string, at: number) {
  const both = firstKey !== undefined && at - firstKey.at < SECOND_KEY_TIMEOUT_MS ? `${firstKey.key} ${key}` : undefined
  const isSecond = both !== undefined && findShortcutAction(both) !== undefined
  const isFirst = layers.some(({ current }) => Object.keys(current).some((bound) => bound.startsWith(`${key} `)))
  firstKey = isFirst && !isSecond ? { key, at } : undefined
  return both ?? key
}

/** A text field has its own undo. */
function isIgnored(event: KeyboardEvent, key: string) {
  const isTyped = isWithin(event, TYPING) && (!/^(mod|alt) /.test(key) || key === 'mod z')
  return isTyped || (key.length === 1 && !areSingleKeyShortcutsEnabled())
}

/** Space activates a button, and an arrow key moves in a radio group. */
const isHandledByElement = (event: KeyboardEvent, key: string) =>
  (event.repeat && !REPEATABLE_KEYS.includes(key)) ||
  (key === ' ' && isWithin(event, PRESSABLE)) ||
  (key.startsWith('arrow') && isWithin(event, '[type=radio]'))

const isWithin = ({ target }: KeyboardEvent, selector: string) =>
  target instanceof Element && target.closest(selector) !== null
