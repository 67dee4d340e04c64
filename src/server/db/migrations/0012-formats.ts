/** How a user wants dates, times and durations to be written, as JSON. */
export const formats = [`alter table users add column formats text`]
