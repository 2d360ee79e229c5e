import type { Db } from '#app/db/db.server.ts'
import { addToList, beginList, type Licensee, takeListOver } from '#app/features/dealers/store/list.server.ts'

/** Towns of the sample list, with a ZIP code each. Their dealers are made up, and their names say so. */
const towns = [
  ['Miami', 'FL', '33101'],
  ['Miami', 'FL', '33130'],
  ['Hialeah', 'FL', '33010'],
  ['Fort Lauderdale', 'FL', '33301'],
  ['Orlando', 'FL', '32801'],
  ['Tampa', 'FL', '33602'],
  ['Jacksonville', 'FL', '32202'],
  ['Atlanta', 'GA', '30303'],
  ['Birmingham', 'AL', '35203'],
  ['Charlotte', 'NC', '28202'],
  ['Columbia', 'SC', '29201'],
  ['Nashville', 'TN', '37203'],
  ['Austin', 'TX', '78701'],
  ['Houston', 'TX', '77002'],
  ['Dallas', 'TX', '75201'],
  ['Oklahoma City', 'OK', '73102'],
  ['Phoenix', 'AZ', '85003'],
  ['Las Vegas', 'NV', '89101'],
  ['Denver', 'CO', '80202'],
  ['Boise', 'ID', '83702'],
  ['Columbus', 'OH', '43215'],
  ['Indianapolis', 'IN', '46204'],
  ['Pittsburgh', 'PA', '15222'],
  ['Portland', 'ME', '04101'],
] as const

const trades = ['Sample Arms', 'Sample Range', 'Sample Outfitters'] as const

/** Made up, so that a fresh shop has something to search. Importing the federal list replaces them. */
function sampleDealers(): Licensee[] {
  return towns.flatMap(([city, state, zip], town) =>
    trades.map((trade, at) => {
      const number = String(town * trades.length + at + 1).padStart(5, '0')
      return {
        key: `1-59-086-01-${number}`,
        type: '01' as const,
        expiry: '',
        tradeName: null,
        name: `${trade} ${number} LLC`,
        street: `${number.replace(/^0+/, '')} Sample Street`,
        city,
        state,
        zip,
        phone: `305555${String(100 + ((town * trades.length + at) % 100)).padStart(4, '0')}`,
      }
    }),
  )
}

export async function addDealers(tx: Db, now: Date): Promise<void> {
  await beginList({ tx })
  await addToList({ tx }, sampleDealers())
  await takeListOver({ tx, now })
}
