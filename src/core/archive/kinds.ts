/** Records that users know by name, in an order in which each comes after those that it refers to. */
export const RECORD_KINDS = ['clients', 'projects', 'tasks', 'tags', 'presets', 'views'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** The kinds of records for which the user decides, if the account has them with other content. */
export const CHOSEN_KINDS = ['profile', ...RECORD_KINDS, 'goals', 'entries'] as const
export type ChosenKind = (typeof CHOSEN_KINDS)[number]
