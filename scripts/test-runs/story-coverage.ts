import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapping } from 'node:module'
import { basename, join, normalize } from 'node:path'
import { ROOT } from '../run.ts'

/** V8's coverage of one script of a page. */
export interface ScriptCoverage {
  url: string
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
}

const ASSETS = 'dist/assets'

/** Returns the source lines that stories executed, by source file. Each report is the file of one story. */
export function findLinesRun(reports: string[]) {
  const scripts = new Map<string, Uint8Array>()
  for (const report of reports)
    for (const { url, functions } of JSON.parse(readFileSync(report, 'utf8')) as ScriptCoverage[]) {
      const script = basename(new URL(url).pathname)
      const run = scripts.get(script) ?? new Uint8Array(readFileSync(join(ROOT, ASSETS, script), 'utf8').length)
      scripts.set(script, run)
      markRanges(run, functions)
    }
  const lines = new Map<string, Set<number>>()
  for (const [script, run] of scripts)
    for (const { file, line } of findSourceLines(script, run)) lines.set(file, (lines.get(file) ?? new Set()).add(line))
  return lines
}

/** Marks executed characters. Of nested ranges the smallest one decides, so larger ones are written first. */
function markRanges(run: Uint8Array, functions: ScriptCoverage['functions']) {
  const here = new Uint8Array(run.length)
  const length = (range: { startOffset: number; endOffset: number }) => range.endOffset - range.startOffset
  const ranges = functions.flatMap((one) => one.ranges).toSorted((a, b) => length(b) - length(a))
  for (const { startOffset, endOffset, count } of ranges) here.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  here.forEach((isRun, at) => (run[at] ||= isRun))
}

/** Maps the executed lines of a built script back to source lines. Lines of the bundler itself have no source. */
function* findSourceLines(script: string, run: Uint8Array) {
  if (!existsSync(join(ROOT, ASSETS, `${script}.map`))) return
  const text = readFileSync(join(ROOT, ASSETS, script), 'utf8')
  const map = new SourceMap(JSON.parse(readFileSync(join(ROOT, ASSETS, `${script}.map`), 'utf8')))
  let offset = 0
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.search(/\S/)
    const isRun = indent >= 0 && run[offset + indent] === 1
    const entry: Partial<SourceMapping> = isRun ? map.findEntry(index, indent) : {}
    const { generatedLine, originalSource, originalLine } = entry
    // For a line without a source, findEntry returns the entry of an earlier line.
    if (generatedLine === index && originalSource !== undefined && originalLine !== undefined)
      yield { file: normalize(join(ASSETS, originalSource)), line: originalLine + 1 }
    offset += line.length + 1
  }
}
