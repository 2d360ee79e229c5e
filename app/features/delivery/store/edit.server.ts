import { type RevisedRows, revisedRows } from '#app/catalog/revised-rows.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { shippingMethods, taxRates } from '../tables.ts'

export const shippingRows = revisedRows(shippingMethods, 'code')

const rates = revisedRows(taxRates, 'id', ['state', 'county', 'effectiveFrom'])

export const taxRateRows: RevisedRows = {
  ...rates,
  create: (work, values) => rates.create(work, { ...values, asOf: formatIsoDay(work.now, 'UTC') }),
  change: (work, key, seen, values) =>
    rates.change(work, key, seen, { ...values, asOf: formatIsoDay(work.now, 'UTC') }),
}
