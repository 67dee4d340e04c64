/** Pinned projects come first in pickers: 1, or 0. */
export const pinnedProjects = [`alter table projects add column pinned bigint not null default 0`]
