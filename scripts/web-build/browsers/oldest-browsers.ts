/**
 * The oldest browsers that the app supports. The targets of the build, the checks of built-ins, syntax and styles, the
 * page that older browsers show, and a test of README.md follow from this list. No polyfills are loaded: our code uses
 * older forms, and packages test for what they use.
 */
export const OLDEST_BROWSERS = [
  { name: 'Chrome', version: '111', target: 'chrome', data: 'chrome' },
  { name: 'Chrome', version: '111', target: 'chrome', data: 'chrome_android' },
  { name: 'Edge', version: '111', target: 'edge', data: 'edge' },
  { name: 'Firefox', version: '115', target: 'firefox', data: 'firefox' },
  { name: 'Firefox', version: '115', target: 'firefox', data: 'firefox_android' },
  { name: 'Safari', version: '16.4', target: 'safari', data: 'safari' },
  { name: 'Safari', version: '16.4', target: 'ios', data: 'safari_ios' },
] as const

/** The targets of scripts and styles, as Vite names them. */
export const BUILD_TARGET = [...new Set(OLDEST_BROWSERS.map(({ target, version }) => `${target}${version}`))]

/** The latest edition of the language that all of these browsers parse. */
export const ECMA_VERSION = 2022

/** For people: “Chrome 111, Edge 111, …”. */
export const BROWSER_NAMES = [...new Set(OLDEST_BROWSERS.map(({ name, version }) => `${name} ${version}`))].join(', ')

/** Features that together no older version has, and the test of `boot.js` for each. */
export const BOUNDARY_FEATURES = {
  'javascript.builtins.Array.toSorted': `'toSorted' in []`,
  'javascript.regular_expressions.lookbehind_assertion': `RegExp('(?<=a)')`,
  'css.types.color.color-mix': `CSS.supports('color', 'color-mix(in oklab, red, red)')`,
}
