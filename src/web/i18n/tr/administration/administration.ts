import administration from './administration.json'

export const texts = { administration }
