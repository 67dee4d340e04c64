/** As the product shows it; package.json can only say 0.1.0-b. */
export const VERSION = '0.1.b'
