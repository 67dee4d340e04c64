import type { Plugin } from 'vite'

const CONDITION = String.raw`@supports \(color:color-mix\(in lab, red, red\)\)`
const CONDITIONAL_RULES = new RegExp(String.raw`${CONDITION}\{((?:[^{}]|\{[^{}]*\})*)\}`, 'g')

/** Makes rules that Tailwind limits to browsers with `color-mix()` unconditional, because the oldest browsers have it. */
export function unwrapColorMix(): Plugin {
  return {
    name: 'unwrap-color-mix',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id: /\.css$/ }, handler: (sheet) => sheet.replaceAll(CONDITIONAL_RULES, '$1') },
  }
}
