import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setSingleKeyShortcutsEnabled } from './single-key-shortcuts.ts'
import { findShortcutAction, suspendShortcuts, useShortcuts } from './useShortcuts.ts'

let actions: string[]
let clock = 0

beforeEach(() => {
  actions = []
  clock += 10_000
  setSingleKeyShortcutsEnabled(true)
  render(<Page />)
})
afterEach(cleanup)

function Page() {
  const record = (action: string) => () => actions.push(action)
  useShortcuts({
    'g r': record('go'),
    r: record('reset'),
    n: record('skip'),
    p: record('project'),
    ' ': record('start'),
    'mod k': record('palette'),
    'mod z': record('undo'),
  })
  useShortcuts({
    '/': record('search'),
    '?': record('sheet'),
    j: record('down'),
    escape: record('clear'),
    arrowleft: record('back'),
  })
  return (
    <>
      <input aria-label="Name" />
      <button type="button">Press</button>
      <input type="checkbox" />
      <input type="radio" />
      <div role="dialog">
        <a href="/">In a dialog</a>
      </div>
      <div role="menu">
        <span role="menuitem" tabIndex={-1}>
          In a menu
        </span>
      </div>
    </>
  )
}

interface Press extends KeyboardEventInit {
  at?: number
  on?: Element
}

/** `at` defaults to 100 ms after the key before. */
function press(key: string, { at = clock + 100, on = document.body, ...modifiers }: Press = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
  Object.defineProperty(event, 'timeStamp', { value: at })
  clock = at
  on.dispatchEvent(event)
  return event
}

// prettier-ignore
test.each([
  ['a letter',                                      'n',      {},                                 ['skip']],
  ['a letter while Caps Lock is on',                'N',      {},                                 ['skip']],
  ['no letter with Shift',                          'N',      { shiftKey: true },                 []],
  ['no letter with Alt',                            'n',      { altKey: true },                   []],
  ['no letter with Ctrl',                           'n',      { ctrlKey: true },                  []],
  ['a slash, wherever it is on a keyboard',         '/',      { code: 'Slash' },                  ['search']],
  ['a slash that takes Shift, as in es and tr',     '/',      { code: 'Digit7', shiftKey: true }, ['search']],
  ['a question mark, which takes Shift',            '?',      { shiftKey: true },                 ['sheet']],
  ['Space',                                         ' ',      {},                                 ['start']],
  ['not Shift with Space, which scrolls',           ' ',      { shiftKey: true },                 []],
  ['a key once while it is held down',              'n',      { repeat: true },                   []],
  ['a navigation key again while it is held down',  'j',      { repeat: true },                   ['down']],
  ['Alt with some letters',                         'p',      { altKey: true },                   ['project']],
  ['Alt with a letter that types a sign on a Mac',  'π',      { altKey: true, code: 'KeyP' },     ['project']],
  ['not AltGr with it',                             'p',      { altKey: true, ctrlKey: true },    []],
  ['Ctrl with a letter',                            'k',      { ctrlKey: true },                  ['palette']],
  ['not Ctrl, Shift and a letter',                  'K',      { ctrlKey: true, shiftKey: true },  []],
])('J1 a shortcut reacts to %s', (_what, key, modifiers, expected) => {
  press(key, modifiers)
  expect(actions).toEqual(expected)
})

// prettier-ignore
test.each([
  ['within 1.5 seconds',                [['g', 0], ['r', 1_499]],              ['go']],
  ['later, they are two single keys',   [['g', 0], ['r', 1_500]],              ['reset']],
  ['an unknown second does nothing',    [['g', 0], ['n', 300]],                []],
  ['the first can be pressed again',    [['g', 0], ['g', 300], ['r', 1_700]],  ['go']],
  ['an unknown second ends the sequence', [['g', 0], ['n', 300], ['n', 400]],    ['skip']],
  ['the first alone does nothing',      [['g', 0]],                            []],
  ['Shift in between does not count',   [['g', 0], ['Shift', 50], ['r', 100]], ['go']],
] as const)('J2 two keys: %s', (_what, keys, expected) => {
  const start = clock
  for (const [key, after] of keys) press(key, { at: start + after, shiftKey: key === 'Shift' })
  expect(actions).toEqual(expected)
})

// prettier-ignore
test.each([
  ['in a field',           () => screen.getByRole('textbox'),  'n', {},                []],
  ['Escape in a field',    () => screen.getByRole('textbox'),  'Escape', {},           []],
  ['Ctrl K in a field',    () => screen.getByRole('textbox'),  'k', { ctrlKey: true }, ['palette']],
  ['Alt P in a field',     () => screen.getByRole('textbox'),  'p', { altKey: true },  ['project']],
  ['in a dialog',          () => screen.getByRole('link'),     'n', {},                []],
  ['Alt P in a dialog',    () => screen.getByRole('link'),     'p', { altKey: true },  []],
  ['Ctrl K in a dialog',   () => screen.getByRole('link'),     'k', { ctrlKey: true }, []],
  ['in a menu',            () => screen.getByRole('menuitem'), 'n', {},                []],
  ['on a button',          () => screen.getByRole('button'),   'n', {},                ['skip']],
  ['Space on a button',    () => screen.getByRole('button'),   ' ', {},                []],
  ['Space on a checkbox',  () => screen.getByRole('checkbox'), ' ', {},                []],
  ['an arrow on a radio', () => screen.getByRole('radio'),    'ArrowLeft', {},        []],
  ['an arrow on a button', () => screen.getByRole('button'),   'ArrowLeft', {},        ['back']],
])('J3 shortcuts leave keys to the focused element: %s', (_where, on, key, modifiers, expected) => {
  press(key, { on: on(), ...modifiers })
  expect(actions).toEqual(expected)
})

test('J4 single-key shortcuts can be turned off; Ctrl with a key and Escape still work', () => {
  setSingleKeyShortcutsEnabled(false)
  for (const key of ['n', ' ', '/', 'g', 'r']) press(key)
  expect(actions).toEqual([])
  press('Escape')
  press('k', { ctrlKey: true })
  expect(actions).toEqual(['clear', 'palette'])
  setSingleKeyShortcutsEnabled(true)
  press('n')
  expect(actions).toEqual(['clear', 'palette', 'skip'])
})

test('J3 shortcuts are suspended while a dialog loads', () => {
  suspendShortcuts(true)
  for (const key of ['n', 'Escape']) press(key)
  expect(actions).toEqual([])
  suspendShortcuts(false)
  press('n')
  expect(actions).toEqual(['skip'])
})

test('a keydown event of the browser’s autofill, which has no key, is ignored', () => {
  expect(() => document.body.dispatchEvent(new Event('keydown', { bubbles: true }))).not.toThrow()
})

test('only bound keys prevent the default of the browser', () => {
  expect(press('q').defaultPrevented).toBe(false)
  expect(press('n').defaultPrevented).toBe(true)
})

test('the bindings of the component mounted last win until it unmounts', () => {
  const { unmount } = render(<TopLayer />)
  press('n')
  unmount()
  press('n')
  expect(actions).toEqual(['top', 'skip'])
  expect(findShortcutAction('x')).toBeUndefined()
})

function TopLayer() {
  useShortcuts({ n: () => actions.push('top'), x: () => undefined })
  return null
}

test('J8 Ctrl+Z undoes the last change, but in a text field what was typed', () => {
  press('z', { ctrlKey: true })
  press('z', { ctrlKey: true, on: screen.getByLabelText('Name') })
  expect(actions).toEqual(['undo'])
})
