import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** Creates a folder like the one that the build creates, with one file of each kind. */
export function createBuiltFrontEnd() {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-web-'))
  mkdirSync(join(folder, 'assets'))
  const files = {
    'index.html': '<!doctype html>the page',
    'assets/app-1a2b.js': 'the script',
    'icon.svg': '<svg/>',
    'sw.js': 'the worker',
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
  }
  return folder
}
