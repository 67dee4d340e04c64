import { join } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { checkBrowsers } from './scripts/web-build/browsers/check-browsers.ts'
import { BUILD_TARGET } from './scripts/web-build/browsers/oldest-browsers.ts'
import { unwrapColorMix } from './scripts/web-build/browsers/unwrap-color-mix.ts'
import { bootScript } from './scripts/web-build/boot-script.ts'
import { checkChunks, CHUNK_GROUPS } from './scripts/web-build/chunks.ts'
import { contractOutlines } from './scripts/web-build/contract-outlines.ts'
import { precompress } from './scripts/web-build/precompress.ts'
import { separateIcons } from './scripts/web-build/separate-icons.ts'
import { serviceWorker } from './scripts/web-build/service-worker.ts'
import { LANGUAGES, toLocale } from './src/core/language.ts'

const root = import.meta.dirname
// React Aria has American English only.
const ariaLocales = LANGUAGES.map((language) => (language === 'en' ? 'en-US' : toLocale(language)))
const backend = { target: `http://127.0.0.1:${process.env['PORT'] ?? '3000'}` }

export default defineConfig({
  root: join(root, 'src/web'),
  plugins: [
    contractOutlines(),
    separateIcons(),
    react(),
    tailwind(),
    unwrapColorMix(),
    { ...optimizeLocales.vite({ locales: ariaLocales }), enforce: 'pre' },
    checkChunks(),
    checkBrowsers(),
    bootScript(),
    serviceWorker(),
    precompress(),
  ],
  // React has this hook itself since version 18; packages bring a copy for older ones.
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: join(root, 'dist'),
    target: BUILD_TARGET,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: CHUNK_GROUPS } },
    },
  },
  experimental: {
    // Scripts and styles find other files beside themselves, so that one build works below any path. The server adds the
    // path to the page itself, whose address has any depth.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  server: {
    port: 5173,
    // Vite serves our sources in src/web/api; every other address under /api is the server's.
    proxy: { [String.raw`^/api/(?!.*\.tsx?($|\?))`]: backend, '/socket.io': { ...backend, ws: true } },
  },
})
