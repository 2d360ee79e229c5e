import type { ClaimInput } from '#app/features/claims/rules.ts'
import type { ReferenceTariff } from '#app/features/delivery/store.server.ts'
import {
  type AgeClass,
  everywhere,
  itemClasses,
  type LocalRuleInput,
  type PurchaseAgeInput,
} from '#app/features/compliance/rules.ts'

const asOf = '2026-11-20'
const open = { reviewedOn: asOf, effectiveFrom: null, effectiveTo: null, period: '' }
const until2025 = { ...open, effectiveTo: '2025-12-31', period: 'until Dec 31, 2025' }
const since2026 = { ...open, effectiveFrom: '2026-01-01', period: 'since Jan 1, 2026' }

const shopStatement = 'The shop’s own statement.'
const taxBefore = 'National Firearms Act, 26 USC 5811, as in force through Dec 31, 2025.'
// The law itself, because pages show the source. Its effect was read in ATF's FAQ of Dec 15, 2025, as republished on
// https://lems.online/2025/12/15/frequently-asked-questions-changes-from-the-one-big-beautiful-bill-act.
const taxNow =
  '26 USC 5811(a), as amended by section 70436 of H.R. 1 of 2025 (Public Law 119-21): https://www.congress.gov/bill/119th-congress/house-bill/1'
const counsel = 'To be read again by the shop’s counsel.'
// Staff compare it with ATF's current processing times, which is no source of it: they have been 10 to 270 days.
const estimate = 'The shop’s own estimate.'

/** The claims of a new shop. Where the law has changed, both periods are listed. */
export const referenceClaims: ClaimInput[] = [
  {
    key: 'tax.sbr',
    text: 'The federal tax on the transfer of a short-barreled rifle is $200.',
    figure: '$200',
    source: taxBefore,
    ...until2025,
  },
  {
    key: 'tax.sbr',
    text: 'The federal tax on the transfer of a short-barreled rifle is $0. Registration, fingerprints, photograph and approval are still required.',
    figure: '$0',
    source: taxNow,
    ...since2026,
  },
  {
    key: 'tax.sbs',
    text: 'The federal tax on the transfer of a short-barreled shotgun is $200.',
    figure: '$200',
    source: taxBefore,
    ...until2025,
  },
  {
    key: 'tax.sbs',
    text: 'The federal tax on the transfer of a short-barreled shotgun is $0. Registration, fingerprints, photograph and approval are still required.',
    figure: '$0',
    source: taxNow,
    ...since2026,
  },
  {
    key: 'tax.suppressor',
    text: 'A suppressor needs a separate transfer form and a $200 tax stamp.',
    figure: '$200',
    source: taxBefore,
    ...until2025,
  },
  {
    key: 'tax.suppressor',
    text: 'A suppressor needs a separate transfer form and tax stamp; the tax is $0.',
    figure: '$0',
    source: taxNow,
    ...since2026,
  },
  {
    key: 'review.form4',
    text: 'We estimate 90 to 180 days for the review of a Form 4. This is our own figure: the averages that ATF publishes have been much shorter and much longer, and nobody can promise a date.',
    figure: '90 to 180 days',
    source: estimate,
    ...open,
  },
  {
    key: 'review.eform1',
    text: 'We estimate 30 to 90 days for an electronic Form 1. This is our own figure.',
    figure: '30 to 90 days',
    source: estimate,
    ...open,
  },
  {
    key: 'review.paper',
    text: 'We estimate 6 to 12 months for a paper form. This is our own figure.',
    figure: '6 to 12 months',
    source: estimate,
    ...open,
  },
  {
    key: 'filing.forms',
    text: 'We file our part of the federal transfer and guide you and your dealer through the rest. The dealer completes Form 4473 and any background check that is required.',
    figure: 'Form 3, Form 4, Form 4473',
    source: '27 CFR 479.84 to 479.88; 18 USC 922(t). To be read again by the shop’s counsel.',
    ...open,
  },
  {
    key: 'limit.barrel',
    text: 'A rifle with a barrel of less than 16 inches is a short-barreled rifle.',
    figure: '16 inches',
    source: `26 USC 5845(a)(3). ${counsel}`,
    ...open,
  },
  {
    key: 'limit.overall',
    text: 'A weapon made from a rifle is a short-barreled rifle when it is less than 26 inches long overall.',
    figure: '26 inches',
    source: `26 USC 5845(a)(4). ${counsel}`,
    ...open,
  },
  {
    key: 'marking.depth',
    text: 'A licensed manufacturer marks every frame or receiver at least 0.003 inch deep.',
    figure: '0.003 inch',
    source: `27 CFR 478.92 and 479.102. ${counsel}`,
    ...open,
  },
  {
    key: 'marking.height',
    text: 'The serial number is no smaller than 1/16 inch.',
    figure: '1/16 inch',
    source: `27 CFR 478.92 and 479.102. ${counsel}`,
    ...open,
  },
  {
    key: 'marking.maker',
    text: 'A person or trust that makes an NFA firearm on an approved Form 1 marks it with their name, city and state. One made by a licensed manufacturer and transferred on Form 4 has the manufacturer’s marks and needs none of yours.',
    figure: 'name, city and state',
    source: `27 CFR 479.102. ${counsel}`,
    ...open,
  },
  {
    key: 'proof.keep',
    text: 'The owner of a registered firearm keeps the proof of its registration and shows it to ATF on request.',
    figure: 'proof of registration',
    source: `26 USC 5841(e). ${counsel}`,
    ...open,
  },
  {
    key: 'prints.form4',
    text: 'Each person on a Form 4 gives fingerprints (an electronic file, or two FD-258 cards) and a photograph of 2 by 2 inches taken within the last year, and sends a copy to the chief law-enforcement officer of the place where they live. The officer is only notified and does not have to sign.',
    figure: 'fingerprints, a 2 by 2 inch photograph and a notice to the local chief law-enforcement officer',
    source:
      'ATF has proposed to drop the notice from some forms; check before relying on it. Read in https://lems.online/2025/12/15/frequently-asked-questions-changes-from-the-one-big-beautiful-bill-act',
    ...open,
  },
  {
    key: 'persons.trust',
    text: 'Every responsible person of a trust or a company answers Form 5320.23, with fingerprints and photograph of their own.',
    figure: 'Form 5320.23',
    source: 'Read in https://omb.report/icr/201906-1140-005/doc/92859802',
    ...open,
  },
  {
    key: 'trust.certification',
    text: 'A trust that was approved within the last 24 months and has not changed may send a certification in place of the whole document.',
    figure: '24 months',
    source:
      '27 CFR 479.85(c). Read in https://www.atf.gov/questions-and-answers/qa/what-24-month-exemption-providing-trust-document',
    ...open,
  },
  {
    key: 'travel.sbr',
    text: 'Taking a short-barreled rifle to another state requires ATF’s approval first, requested on Form 5320.20. A suppressor needs none.',
    figure: 'Form 5320.20',
    source: `18 USC 922(a)(4); 27 CFR 478.28. ${counsel} Rules on transport between states are under revision; check before relying on it.`,
    ...open,
  },
  {
    key: 'rule.brace',
    text: 'The federal rule of 2023 that made many braced pistols short-barreled rifles was set aside in court, and ATF has proposed to take it out of the regulations.',
    figure: 'proposed for removal in April 2026',
    source: `Notices of Apr 29, 2026. ${counsel} Read in https://www.fflguard.com/articles/nics-id-changes`,
    ...open,
  },
  {
    key: 'age.site',
    text: 'You must be 18 or older to use this site.',
    figure: '18',
    source: shopStatement,
    ...open,
  },
  {
    key: 'age.sbr',
    text: 'We reserve short-barreled rifles for buyers who are 21 or older.',
    figure: '21',
    source:
      'The shop’s setting; many dealers ask 21 for every NFA item. Federal law, 18 USC 922(b)(1), sets 18 for a rifle or shotgun from a licensee and 21 for any other firearm: https://atf.gov/node/40641',
    ...open,
  },
  {
    key: 'age.florida',
    text: 'In Florida a licensee sells no firearm to anyone under 21, with narrow exceptions for law enforcement and the military.',
    figure: '21',
    source: 'Florida Statutes 790.065(13). Challenged in court; check before relying on it.',
    ...open,
  },
  {
    key: 'wait.florida',
    text: 'Florida law sets a waiting period on retail sales of firearms: 3 days, not counting weekends and legal holidays, or until the records check is complete, whichever is later. Holders of a Florida concealed weapon license and people who trade in a firearm are exempt, and so are some buyers of rifles and shotguns. It runs from the purchase, so it has usually passed when an NFA transfer is approved. Your dealer tells you whether it applies to you.',
    figure: '3 days',
    source: `Florida Statutes 790.0655. ${counsel} Challenged in court; check before relying on it.`,
    ...open,
  },
  {
    key: 'deposit.reservation',
    text: 'A reservation slot is $100 and refundable.',
    figure: '$100',
    source: shopStatement,
    ...open,
  },
  {
    key: 'support.hours',
    text: 'Mon-Fri 8:00 AM-6:00 PM ET, Sat 10:00 AM-4:00 PM ET, Sunday closed. Replies within 24 hours on business days.',
    figure: 'Mon-Fri 8:00 AM-6:00 PM ET, Sat 10:00 AM-4:00 PM ET',
    source: 'The shop’s own statement. Miami keeps Eastern time: the operator confirms the hours.',
    ...open,
  },
  {
    key: 'support.email',
    text: 'Write to support@paco.example.',
    figure: 'support@paco.example',
    source:
      'A reserved address that receives nothing. The operator sets the desk’s own before the shop opens.',
    ...open,
  },
  {
    key: 'support.postal',
    text: 'Miami, Florida',
    figure: 'Miami, Florida',
    source:
      'The shop’s own statement. The operator completes the street address before mailing anything commercial.',
    ...open,
  },
]

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

/** What exactly they ask is for staff to look up, so each sends a sale to manual review. ZIP beginnings err on the careful side. */
export const referenceLocalRules: LocalRuleInput[] = [
  {
    ...{ id: 'denver-co', state: 'CO', place: 'Denver', zips: ['802'], asOf },
    ...{ firearms: 'restricted', magazines: 'restricted', magazineLimit: null },
    note: 'Denver has local limits beside the state’s. Look them up before the sale goes on.',
    sources: ['https://gunmagwarehouse.com/shipping-restrictions'],
  },
  {
    ...{ id: 'cook-county-il', state: 'IL', place: 'Chicago and Cook County', asOf },
    zips: ['600', '601', '602', '603', '604', '605', '606', '607', '608'],
    ...{ firearms: 'restricted', magazines: 'restricted', magazineLimit: null },
    note: 'Chicago and Cook County are stricter than the state. The ZIP areas reach into neighboring counties.',
    sources: ['https://whitemountainmfg.com/policies/shipping-policy'],
  },
  {
    ...{ id: 'new-york-city-ny', state: 'NY', place: 'New York City', asOf },
    zips: ['100', '101', '102', '103', '104', '11004', '11005', '111', '112', '113', '114', '116'],
    ...{ firearms: 'restricted', magazines: 'restricted', magazineLimit: null },
    note: 'New York City adds its own rules, for example 5 rounds for long guns (to be confirmed).',
    sources: ['https://whitemountainmfg.com/policies/shipping-policy'],
  },
  {
    ...{ id: 'wilmington-de', state: 'DE', place: 'Wilmington', zips: ['198'], asOf },
    ...{ firearms: 'restricted', magazines: 'restricted', magazineLimit: null },
    note: 'One list has short-barreled rifles as illegal in Wilmington. Look the rules up before the sale goes on.',
    sources: ['https://worldpopulationreview.com/state-rankings/sbr-legal-states'],
  },
]

const federal = 'https://atf.gov/node/40641'
const dealerPractice =
  'https://www.nationalguntrusts.com/blogs/nfa-gun-trust-atf-information-database-blog/age-requirements-for-sbrs-short-barreled-rifles'
const florida =
  'https://renzullilaw.com/nra-files-lawsuit-to-enjoin-floridas-violation-of-the-second-amendment-rights-of-young-adults/'

const shortArm = {
  ...{ state: everywhere, years: 21, sources: [federal, dealerPractice], asOf },
  note: 'Federal law floors rifles and shotguns from a licensee at 18; dealers widely ask for 21. Unresolved, so 21.',
}

const inFlorida = (ageClass: AgeClass): PurchaseAgeInput => ({
  ...{ ageClass, state: 'FL', years: 21, sources: [florida], asOf },
  note: 'Florida Statutes 790.065(13): 21 for any firearm from a licensee. Under challenge in court.',
})

/** From which age each class may be bought, as checked for a new shop. The operator changes them. */
export const referencePurchaseAges: PurchaseAgeInput[] = [
  { ageClass: 'sbr', ...shortArm },
  { ageClass: 'sbs', ...shortArm },
  {
    ...{ ageClass: 'suppressor', state: everywhere, years: 21, sources: [federal], asOf },
    note: 'Anything that is neither rifle nor shotgun: 21 from a licensee.',
  },
  {
    ...{ ageClass: 'rifle', state: everywhere, years: 18, sources: [federal], asOf },
    note: 'Federal law: 18 for a rifle or shotgun from a licensee.',
  },
  ...(['handgun', 'receiver', 'aow'] as const).map((ageClass) => ({
    ...{ ageClass, state: everywhere, years: 21, sources: [federal], asOf },
    note: 'Federal law: 21 from a licensee for whatever is neither rifle nor shotgun.',
  })),
  ...itemClasses.map(inFlorida),
  {
    ...{ ageClass: 'training', state: everywhere, years: 18, sources: [], asOf },
    note: 'The shop’s own rule for a seat in a class.',
  },
  {
    ...{ ageClass: 'goods', state: everywhere, years: 18, sources: [], asOf },
    note: 'The shop’s own rule for everything else: it is open to adults.',
  },
]
