import { buildWeb } from './web-build/build-web.ts'

await buildWeb()
