export const preferencesCookie = 'paco-console'

export const preferencesSeconds = 365 * 24 * 60 * 60
