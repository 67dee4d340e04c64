/** Until when a server is busy with the due phase of a timer, so that the other servers leave it alone. */
export const claimedTimers = [`alter table timers add column claimed_until bigint`]
