import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname
/** What every page needs of others' code. */
const BASE =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](.*router.*|history|store|react-store)|zod)[\\/]/
const BOOT_SCRIPT = join(root, 'src/web/boot.js')
const SERVICE_WORKER = join(root, 'src/web/worker/sw.ts')

export default defineConfig({
  root: join(root, 'src/web'),
  plugins: [
    react(),
    tailwind(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'es-ES', 'tr-TR'] }), enforce: 'pre' },
    bootScript(),
    serviceWorker(),
    precompress(),
  ],
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What comes together is one file: small ones compress worse and wait for each other.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'base', test: BASE }],
        },
      },
    },
  },
  server: {
    port: 5173,
    // The sources in `api/` are ours to serve, all else below that name is the server's.
    proxy: { [String.raw`^/api/(?!.*\.tsx?($|\?))`]: backend(), '/socket.io': { ...backend(), ws: true } },
  },
})

function backend() {
  return { target: `http://127.0.0.1:${process.env['PORT'] ?? '3000'}` }
}

/** Theme and hue before the first paint: a blocking script of its own, as the content policy allows none inline. */
function bootScript(): Plugin {
  let isBuild = false
  return {
    name: 'boot-script',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name: 'boot.js', source: readFileSync(BOOT_SCRIPT, 'utf8') })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const built = Object.keys(bundle).find((name) => /boot-[^/]*\.js$/.test(name))
        return [{ tag: 'script', attrs: { src: `/${built ?? 'boot.js'}` }, injectTo: 'head' }]
      },
    },
  }
}

/** A script of its own in one piece, always under the same name: browsers look there for a newer one. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    configureServer({ middlewares }) {
      middlewares.use('/sw.js', (_request, reply, next) => {
        buildWorker().then((code) => reply.setHeader('content-type', 'text/javascript').end(code), next)
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await buildWorker() })
    },
  }
}

async function buildWorker() {
  const output = { format: 'iife', entryFileNames: 'sw.js' } as const
  const options = { write: false, rolldownOptions: { input: SERVICE_WORKER, output } }
  const result = await build({ configFile: false, root, publicDir: false, logLevel: 'warn', build: options })
  const [built] = Array.isArray(result) ? result : [result]
  if (built === undefined || !('output' in built)) throw new Error('The service worker was not built')
  return built.output[0].code
}

/** Writes .br and .gz beside every text file, so that the server never compresses at run time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const files = await readdir(join(root, 'dist'), { recursive: true })
      const texts = files.filter((file) => /\.(html|js|css|svg|json|webmanifest)$/.test(file))
      await Promise.all(texts.map((file) => compress(join(root, 'dist', file))))
    },
  }
}

async function compress(file: string) {
  const content = await readFile(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
