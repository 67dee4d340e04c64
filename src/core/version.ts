/** The version that users see. In package.json it is 0.1.0-b, because npm requires three numbers. */
export const VERSION = '0.1.b'
