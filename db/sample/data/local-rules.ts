import type { LocalRuleInput } from '#app/features/compliance/rules.ts'

const asOf = '2026-11-20'

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
