import type { ReferenceTariff } from '#app/features/delivery/store.server.ts'

const asOf = '2026-11-20'
const revenue = 'https://floridarevenue.com/taxes/taxesfees/Pages/discretionary.aspx'

/** Counties add nothing until somebody enters their surtax (form DR-15DSS), and no other state collects until the shop has to there. */
export const referenceTariff: ReferenceTariff = {
  rates: [
    {
      ...{ state: 'FL', county: null, rateMillionths: 60_000, capCents: null, taxesShipping: true },
      ...{ effectiveFrom: '2025-01-01', effectiveTo: null, source: revenue, asOf },
    },
    {
      ...{ state: 'FL', county: 'Miami-Dade', rateMillionths: 10_000, capCents: 500_000 },
      ...{ effectiveFrom: '2025-01-01', effectiveTo: null, source: revenue, asOf },
    },
  ],
  exemptions: [
    ...(['firearm', 'firearm_accessory'] as const).map((taxClass) => ({
      ...{ state: 'FL', taxClass, name: 'Second Amendment sales tax holiday 2025' },
      ...{ effectiveFrom: '2025-09-08', effectiveTo: '2025-12-31', isConfirmed: true, asOf },
      source: 'https://taxcloud.com/sales-tax-radar/florida-second-amendment-tax-holiday-2025',
    })),
    // Passed by the House as HB 7031; that it was enacted is not confirmed. The operator confirms it, or it stays without effect.
    ...(['firearm', 'magazine', 'firearm_accessory'] as const).map((taxClass) => ({
      ...{ state: 'FL', taxClass, name: 'Second Amendment sales tax holiday 2026 (HB 7031)' },
      ...{ effectiveFrom: '2026-09-01', effectiveTo: '2026-12-31', isConfirmed: false, asOf },
      source: 'https://washingtoncounty.news/2026/03/05/house-approves-tax-cut-for-guns-camping-gear-beer/',
    })),
  ],
  methods: [
    {
      ...{ code: 'ground', name: 'Ground', priceCents: 995, position: 1 },
      text: 'By parcel carrier, with tracking.',
    },
    {
      ...{ code: 'expedited', name: 'Expedited', priceCents: 2_495, position: 2, isByAir: true },
      text: 'The carrier’s faster service, with tracking.',
    },
  ],
}
