import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compare } from '../../scripts/web-build/browsers/check-browsers.ts'
import { findFeature, firstVersionOf } from '../../scripts/web-build/browsers/compat-data.ts'
import { findNewerBuiltIns } from '../../scripts/web-build/browsers/find-newer-built-ins.ts'
import { findNewerStyles } from '../../scripts/web-build/browsers/find-newer-styles.ts'
import { listNewerBuiltIns } from '../../scripts/web-build/browsers/newer-built-ins.ts'
import {
  BOUNDARY_FEATURES,
  BROWSER_NAMES,
  BUILD_TARGET,
  OLDEST_BROWSERS,
} from '../../scripts/web-build/browsers/oldest-browsers.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('W23 README.md names the oldest browsers, and the build has them as targets', () => {
  expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(`${BROWSER_NAMES} or newer`)
  expect(BUILD_TARGET).toEqual(['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4'])
})

test.each(OLDEST_BROWSERS)('W23 boot.js tests for features that $data has since $version', ({ data, version }) => {
  expect(Math.max(...Object.keys(BOUNDARY_FEATURES).map((path) => firstVersionOf(findFeature(path), data)))).toBe(
    Number(version),
  )
})

test.each(Object.entries(BOUNDARY_FEATURES))('W23 boot.js tests for %s', (_feature, code) => {
  expect(read('src/web/boot.js')).toContain(code)
})

const newer = listNewerBuiltIns()

// prettier-ignore
test.each([
  ['Map.groupBy(items, keyOf)',                      ['Map.groupBy']],
  ['text.isWellFormed()',                            ['.isWellFormed']],
  ['text["toWellFormed"]()',                         ['.toWellFormed']],
  ['new Set([1]).union(other)',                      ['.union']],
  ['items.values().map(toName)',                     ['Iterator.map']],
  ['text.matchAll(word).toArray()',                  ['Iterator.toArray']],
  ['Promise.withResolvers()',                        ['Promise.withResolvers']],
  ['Array.fromAsync(items)',                         ['Array.fromAsync']],
  ['AbortSignal.any([one, other])',                  ['AbortSignal.any']],
  ['URL.canParse(text)',                             ['URL.canParse']],
  ['new Intl.DurationFormat("en")',                  ['Intl.DurationFormat']],
  ['new Intl.Locale("en").getWeekInfo()',            ['.getWeekInfo']],
  ['Temporal.Now.instant()',                         ['Temporal']],
  ['requestIdleCallback(run)',                       ['requestIdleCallback']],
  ['navigator.wakeLock.request("screen")',           ['Navigator.wakeLock']],
  ['navigator.userActivation.isActive',              ['Navigator.userActivation']],
  ['indexedDB.databases()',                          ['IDBFactory.databases']],
  ['element.showPopover()',                          ['.showPopover']],
  ['document.startViewTransition(run)',              ['Document.startViewTransition']],
  ['new ClipboardItem({})',                          ['ClipboardItem']],
  ['navigator.wakeLock?.request("screen")',          []],
  ['element.showPopover?.()',                        []],
  ['"wakeLock" in navigator',                        []],
  ['typeof Temporal === "undefined"',                []],
  ['const Temporal = {}; Temporal.now()',            []],
  ['Object.values(items).map(toName)',               []],
  ['items.toSorted(); items.findLast(isOpen)',       []],
  ['structuredClone(items); items.at(-1)',           []],
  ['Intl.supportedValuesOf("timeZone")',             []],
  ['AbortSignal.timeout(1); crypto.randomUUID()',    []],
])('W23 built-ins that the oldest browsers lack are found in %s', (code, found) => {
  expect(findNewerBuiltIns(code, newer)).toEqual(found)
})

// prettier-ignore
test.each(['/[a--b]/v', '/(?i:a)/', '{ using file = open() }', 'import a from "a" with { type: "json" }'])(
  'W23 syntax that the oldest browsers cannot parse is found: %s',
  (code) => expect(() => findNewerBuiltIns(code, newer)).toThrow(SyntaxError),
)

// prettier-ignore
test.each([
  ['.a:has(>b){color:red}',                          [':has']],
  ['@starting-style{.a{opacity:0}}',                 ['@starting-style']],
  ['.a{field-sizing:content}',                       ['field-sizing']],
  ['.a{grid-template-columns:subgrid}',              ['grid-template-columns: subgrid']],
  ['.a{color:light-dark(red,blue)}',                 ['light-dark()']],
  ['@media print{.a:hover{color:red;text-wrap:balance}}', ['text-wrap']],
  ['.has\\:x:hover{color:color-mix(in oklab,red,blue)}', []],
  ['@layer a{@container (width>=1rem){.a{inset:0;translate:1px;content:":has("}}}', []],
])('W23 styles that the oldest browsers lack are found in %s', (sheet, found) => {
  expect(findNewerStyles(sheet)).toEqual(found)
})

test('W23 a newer feature is accepted only in its place, and only while it is used', () => {
  const findings = [
    { feature: 'Map.groupBy', places: ['zod', 'src/web/a.ts'] },
    { feature: ':has', places: ['a.css'] },
  ]
  const because = 'it tests for it'
  expect(
    compare(findings, { 'Map.groupBy': { in: ['zod'], because }, ':has': { because }, 'Set.union': { because } }),
  ).toEqual(['  Map.groupBy in src/web/a.ts', '  nothing: Set.union is accepted, but not used'])
})
