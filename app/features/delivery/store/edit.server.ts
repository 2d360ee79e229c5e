import { type RevisedRows, revisedRows } from '#app/catalog/revised-rows.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { shippingMethods, taxRates } from '../tables.ts'

/** Ways of shipping as staff edit them. */
export const shippingRows = revisedRows(shippingMethods, 'code')

const rates = revisedRows(taxRates, 'id', ['state', 'county', 'effectiveFrom'])

/** Tax rates as staff edit them. Each says on which day it was looked at last. */
export const taxRateRows: RevisedRows = {
  ...rates,
  create: (work, values) => rates.create(work, { ...values, asOf: formatIsoDay(work.now, 'UTC') }),
  change: (work, key, seen, values) =>
    rates.change(work, key, seen, { ...values, asOf: formatIsoDay(work.now, 'UTC') }),
}
