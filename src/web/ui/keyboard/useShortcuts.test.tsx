import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setSingleKeyShortcutsEnabled } from './single-key-shortcuts.ts'
import { findShortcutAction, suspendShortcuts, useShortcuts } from './useShortcuts.ts'

let did: string[]
let clock = 0

beforeEach(() => {
  did = []
  clock += 10_000
  setSingleKeyShortcutsEnabled(true)
  render(<Page />)
})
afterEach(cleanup)

function Page() {
  const note = (what: string) => () => did.push(what)
  useShortcuts({ 'g r': note('go'), r: note('reset'), n: note('skip'), ' ': note('start'), 'mod k': note('palette') })
  useShortcuts({
    '/': note('search'),
    '?': note('sheet'),
    j: note('down'),
    escape: note('clear'),
    arrowleft: note('back'),
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

/** `at`: a moment later than the one before, unless told. */
function press(key: string, { at = clock + 100, on = document.body, ...how }: Press = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how })
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
  ['a key once, however long it is held',           'n',      { repeat: true },                   []],
  ['a key that moves, as long as it is held',       'j',      { repeat: true },                   ['down']],
  ['Ctrl with a letter',                            'k',      { ctrlKey: true },                  ['palette']],
  ['not Ctrl, Shift and a letter',                  'K',      { ctrlKey: true, shiftKey: true },  []],
])('J1 heard is %s', (_what, key, how, expected) => {
  press(key, how)
  expect(did).toEqual(expected)
})

// prettier-ignore
test.each([
  ['one soon after the other',          [['g', 0], ['r', 1_499]],              ['go']],
  ['too late, they are two keys',       [['g', 0], ['r', 1_500]],              ['reset']],
  ['an unknown second does nothing',    [['g', 0], ['n', 300]],                []],
  ['the first counts anew',             [['g', 0], ['g', 300], ['r', 1_700]],  ['go']],
  ['which is then forgotten',           [['g', 0], ['n', 300], ['n', 400]],    ['skip']],
  ['the first alone does nothing',      [['g', 0]],                            []],
  ['Shift in between does not count',   [['g', 0], ['Shift', 50], ['r', 100]], ['go']],
] as const)('J2 two keys: %s', (_what, keys, expected) => {
  const start = clock
  for (const [key, after] of keys) press(key, { at: start + after, shiftKey: key === 'Shift' })
  expect(did).toEqual(expected)
})

// prettier-ignore
test.each([
  ['in a field',           () => screen.getByRole('textbox'),  'n', {},                []],
  ['Escape in a field',    () => screen.getByRole('textbox'),  'Escape', {},           []],
  ['Ctrl K in a field',    () => screen.getByRole('textbox'),  'k', { ctrlKey: true }, ['palette']],
  ['in a dialog',          () => screen.getByRole('link'),     'n', {},                []],
  ['Ctrl K in a dialog',   () => screen.getByRole('link'),     'k', { ctrlKey: true }, []],
  ['in a menu',            () => screen.getByRole('menuitem'), 'n', {},                []],
  ['on a button',          () => screen.getByRole('button'),   'n', {},                ['skip']],
  ['Space on a button',    () => screen.getByRole('button'),   ' ', {},                []],
  ['Space on a checkbox',  () => screen.getByRole('checkbox'), ' ', {},                []],
  ['an arrow on a choice', () => screen.getByRole('radio'),    'ArrowLeft', {},        []],
  ['an arrow on a button', () => screen.getByRole('button'),   'ArrowLeft', {},        ['back']],
])('J3 keys rest where they are meant for something else: %s', (_where, on, key, how, expected) => {
  press(key, { on: on(), ...how })
  expect(did).toEqual(expected)
})

test('J4 single keys can be switched off, at once; Ctrl with a key and Escape stay', () => {
  setSingleKeyShortcutsEnabled(false)
  for (const key of ['n', ' ', '/', 'g', 'r']) press(key)
  expect(did).toEqual([])
  press('Escape')
  press('k', { ctrlKey: true })
  expect(did).toEqual(['clear', 'palette'])
  setSingleKeyShortcutsEnabled(true)
  press('n')
  expect(did).toEqual(['clear', 'palette', 'skip'])
})

test('J3 keys rest while what is to have them is still being loaded', () => {
  suspendShortcuts(true)
  for (const key of ['n', 'Escape']) press(key)
  expect(did).toEqual([])
  suspendShortcuts(false)
  press('n')
  expect(did).toEqual(['skip'])
})

test('a browser that fills in a form, and says so without a key, is no trouble', () => {
  expect(() => document.body.dispatchEvent(new Event('keydown', { bubbles: true }))).not.toThrow()
})

test('what nobody listens to is left to the browser, and what is heard is not', () => {
  expect(press('q').defaultPrevented).toBe(false)
  expect(press('n').defaultPrevented).toBe(true)
})

test('the latest that is on the screen goes first, and takes its keys along when it leaves', () => {
  const { unmount } = render(<Later />)
  press('n')
  unmount()
  press('n')
  expect(did).toEqual(['later', 'skip'])
  expect(findShortcutAction('x')).toBeUndefined()
})

function Later() {
  useShortcuts({ n: () => did.push('later'), x: () => undefined })
  return null
}
