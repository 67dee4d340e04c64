import { buildServer } from './build-server.ts'
import { buildWeb } from './web-build/build-web.ts'

await buildWeb()
await buildServer()
