import {
  type AgeClass,
  everywhere,
  itemClasses,
  type PurchaseAgeInput,
} from '#app/features/compliance/rules.ts'

const asOf = '2026-11-20'
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
