import { countyOfPrefix, floridaCounties } from '../data/florida-counties.ts'
import { zipPrefixes, zipsAcross } from '../data/zip-prefixes.ts'

/** Is this text a ZIP code, with or without its four further digits? */
export function isZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text)
}

/** Does a ZIP code belong to a state, by its first three digits? */
export function isZipOf(zip: string, state: string): boolean {
  const across = zipsAcross[zip.slice(0, 5)]
  if (across) return across === state
  const prefix = Number(zip.slice(0, 3))
  return (zipPrefixes[state] ?? '').split(' ').some((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return first !== undefined && last !== undefined && first <= prefix && prefix <= last
  })
}

/** The state of a ZIP code, by its first three digits; undefined where it is none of ours or not a ZIP code. */
export function stateOfZip(zip: string): string | undefined {
  if (!isZip(zip)) return undefined
  return Object.keys(zipPrefixes).find((state) => isZipOf(zip, state))
}

/** The counties that a buyer of this state chooses from; empty where tax does not depend on the county. */
export function countiesOf(state: string): readonly string[] {
  return state === 'FL' ? floridaCounties : []
}

/** The county of a ZIP code, where its digits alone decide it. */
export function countyOfZip(zip: string, state: string): string | undefined {
  return state === 'FL' ? countyOfPrefix[zip.slice(0, 3)] : undefined
}
