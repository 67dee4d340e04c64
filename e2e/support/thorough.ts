/** Details of a story that quick runs leave out: it is slow, and others fail with it when a common thing breaks. */
export const THOROUGH = { tag: '@thorough' }

export const thoroughIf = (isThorough: boolean) => (isThorough ? THOROUGH : {})
