/** The version of the product, as in package.json. */
export const VERSION = '0.2.0'

/** The version that the About dialog shows, as the specification gives it. */
export const SPECIFIED_VERSION = '0.1.b'
