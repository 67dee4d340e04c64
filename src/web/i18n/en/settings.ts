import settings from './settings.json'

/** Texts of the settings page. */
export const texts = { settings }
