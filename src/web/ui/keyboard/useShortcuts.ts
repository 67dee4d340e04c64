import { useEffect, useRef } from 'react'
import { IS_MAC } from './key-labels.ts'
import type { ShortcutKey } from './shortcuts.ts'
import { areSingleKeyShortcutsEnabled } from './single-key-shortcuts.ts'

type Bindings = Partial<Record<ShortcutKey, () => void>>

const TYPING = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'
/** What Space presses by itself. */
const PRESSABLE = 'button, input, summary, [role=button]'
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
/** How long the second of two keys may be waited for. */
const SECOND_KEY_TIMEOUT_MS = 1_500
/** What goes on while it is held down; anything else counts once. */
const REPEATABLE_KEYS = ['j', 'k']

/** Whatever is on the screen has its own; the latest goes first. */
const layers: { current: Bindings }[] = []
let firstKey: { key: string; at: number } | undefined
let isSuspended = false

/** Keys that do something while the component is there. Single ones rest while something is typed. */
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

/** What a key does now, whether or not it may be pressed. */
export function findShortcutAction(key: string): (() => void) | undefined {
  return layers.map(({ current }) => (current as Record<string, () => void>)[key]).findLast(Boolean)
}

/** While something comes that will have the keys, they do nothing. */
export function suspendShortcuts(hold: boolean) {
  isSuspended = hold
}

/** The name of what is pressed. Shift is no part of it where it only serves to type a sign. */
export function pressedKey(event: Pick<KeyboardEvent, 'key' | `${'ctrl' | 'meta' | 'alt' | 'shift'}Key`>) {
  const name = event.key.toLowerCase()
  if (event.altKey || event[NOT_MOD] || (event.shiftKey && !isSign(event.key))) return
  return event[MOD] ? `mod ${name}` : name
}

const [MOD, NOT_MOD] = IS_MAC ? (['metaKey', 'ctrlKey'] as const) : (['ctrlKey', 'metaKey'] as const)
const isSign = (key: string) => key.length === 1 && key !== ' ' && key.toLowerCase() === key.toUpperCase()

function handleKeyDown(event: Event) {
  // A browser that fills in a form says so without a key.
  if (!(event instanceof KeyboardEvent)) return
  if (isSuspended || event.defaultPrevented || isWithin(event, OVERLAY)) return
  const key = pressedKey(event)
  if (key === undefined || isIgnored(event, key) || isHandledByElement(event, key)) return
  const action = findShortcutAction(sequence(key, event.timeStamp))
  if (action === undefined) return
  event.preventDefault()
  action()
}

/** The key, after the one before it if the two belong together. */
function sequence(key: string, at: number) {
  const both = firstKey !== undefined && at - firstKey.at < SECOND_KEY_TIMEOUT_MS ? `${firstKey.key} ${key}` : undefined
  const isSecond = both !== undefined && findShortcutAction(both) !== undefined
  const isFirst = layers.some(({ current }) => Object.keys(current).some((bound) => bound.startsWith(`${key} `)))
  firstKey = isFirst && !isSecond ? { key, at } : undefined
  return both ?? key
}

function isIgnored(event: KeyboardEvent, key: string) {
  const isTyped = isWithin(event, TYPING) && !key.startsWith('mod ')
  return isTyped || (key.length === 1 && !areSingleKeyShortcutsEnabled())
}

/** Space on a button is for the button, an arrow on one of several choices for the next of them. */
const isHandledByElement = (event: KeyboardEvent, key: string) =>
  (event.repeat && !REPEATABLE_KEYS.includes(key)) ||
  (key === ' ' && isWithin(event, PRESSABLE)) ||
  (key.startsWith('arrow') && isWithin(event, '[type=radio]'))

const isWithin = ({ target }: KeyboardEvent, selector: string) =>
  target instanceof Element && target.closest(selector) !== null
