import settings from './settings.json'
import trash from './trash.json'

/** Texts of the settings page and of the trash. */
export const texts = { settings, trash }
