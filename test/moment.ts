/** When the clock of a test starts. */
export const testStart = new Date('2026-11-20T12:00:00Z')

/** Where the test's shop is. */
export const shopZone = 'America/New_York'
