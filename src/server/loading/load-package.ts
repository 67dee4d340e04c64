import { createRequire } from 'node:module'

/**
 * Loads a CommonJS package when it is first needed. If that fails once, for example because too many files are open, the
 * next call tries again; Node would repeat the error at every later `import` of the package.
 */
export const loadPackage = createRequire(import.meta.url)
