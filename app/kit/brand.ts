/** The brand, as it is shown. Who makes and sells under it is the licensee: a fact that the owner types. */
export const brand = 'PACo'

export const siteTitle = (page: string) => `${page} | ${brand}`

export const consoleTitle = (page: string) => `${page} | ${brand} console`
