/**
 * `checked`: compared, not written. `writing`: a job is at it. `written`: all of it is in the catalog. `outdated`: the catalog changed
 * between the look and the writing, so nothing was written.
 */
export const importStates = ['checked', 'writing', 'written', 'outdated'] as const
export type ImportState = (typeof importStates)[number]

export const maxImportRows = 20_000
export const maxImportCharacters = 12_000_000
/** How many uploaded files are stored at once; beyond that, the oldest that was not imported is deleted. */
export const maxImports = 20
