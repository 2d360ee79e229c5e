import type { shopFacts } from './tables.ts'

export type StoredFacts = typeof shopFacts.$inferSelect

/** The owner types it in the console. The brand itself is no fact (`kit/brand.ts`). */
export type ShopFacts = Omit<StoredFacts, 'isShop' | 'revision' | 'changedAt' | 'changedBy'>

export function unsetFacts(timeZone = 'America/New_York'): ShopFacts {
  return {
    legalName: '',
    licenseLine: '',
    street: '',
    city: 'Miami',
    state: 'FL',
    zip: '',
    phone: '',
    email: '',
    hours: '',
    timeZone,
    sectionsOff: [],
  }
}

/** States that a shop without a street yet is shown with by name; others are shown by their code. */
const spelledOut: Record<string, string> = { FL: 'Florida' }

/** The licensee with its address on one line: `Sample Arms, 1 Example Street, Miami, FL 33101`; without a street, `Miami, Florida`. */
export function postalLine({ legalName, street, city, state, zip }: ShopFacts): string {
  if (street === '') return [legalName, city, spelledOut[state] ?? state].filter(Boolean).join(', ')
  return [legalName, street, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
}

export function sellerLines(facts: ShopFacts): { term: string; value: string }[] {
  return [
    { term: 'Seller', value: postalLine(facts) },
    { term: 'License', value: facts.licenseLine },
  ].filter(({ value }) => value !== '')
}

export function schemaAddress({ street, city, state, zip }: ShopFacts) {
  return {
    '@type': 'PostalAddress',
    ...(street && { streetAddress: street }),
    addressLocality: city,
    addressRegion: state,
    ...(zip && { postalCode: zip }),
    addressCountry: 'US',
  }
}

export const factsTopic = 'shop-facts'
