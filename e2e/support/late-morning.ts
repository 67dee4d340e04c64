const hoursBehind = new Date().getUTCHours() - 11

/** A zone in which it is late in the morning: in the evening, the sessions to come would reach into the next day. */
export const LATE_MORNING = { timezoneId: `Etc/GMT${hoursBehind < 0 ? '' : '+'}${hoursBehind}` }
