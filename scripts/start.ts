import { buildWeb } from './build-web.ts'

await buildWeb()
await import('../src/server/main.ts')
