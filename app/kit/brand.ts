/** The brand, as it is shown. Who makes and sells under it is the licensee: a fact that the owner types. */
export const brand = 'PACo'

/** The title of a public page, as a tab shows it. */
export const siteTitle = (page: string) => `${page} | ${brand}`

/** The title of a page behind the counter. */
export const consoleTitle = (page: string) => `${page} | ${brand} console`
