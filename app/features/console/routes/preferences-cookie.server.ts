/** The cookie with a person's preferences: see `formatPreferences`. Nothing secret. */
export const preferencesCookie = 'paco-console'

/** How long it lasts: a year. */
export const preferencesSeconds = 365 * 24 * 60 * 60
