import { isNfaClass } from '#app/features/orders/rules/path.ts'

/** A way to buy the trust pack. Prices are US cents. */
export type TrustPackage = {
  slug: string
  name: string
  priceCents: number
  /** What is paid in addition: `build price`. */
  besides: string | null
  /** A badge: `Best Value`. */
  flag: string | null
  /** What it saves, as text. */
  saving: string | null
  contents: string[]
}

/** The pack alone: the cheapest package without a build. */
export function packAlone(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return packages.filter(({ besides }) => besides === null).toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

/** What a package adds to the pack alone. */
export function addedContents(of: TrustPackage, packages: readonly TrustPackage[]): string[] {
  const alone = packAlone(packages)
  return alone && alone !== of ? of.contents.filter((line) => !alone.contents.includes(line)) : []
}

/** The pack with a build: the cheapest package with one. */
export function packWithBuild(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return packages.filter(({ besides }) => besides !== null).toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

/** Does a trust concern an item of this class? Only NFA items go on a Form 4, which a trust can file. */
export function concernsTrust(itemClass: string | null): boolean {
  return isNfaClass(itemClass)
}

/** How a pack is obtained: bought, or by the code of a reserved firearm. */
export const packageKinds = ['trust-only', 'free'] as const

/** `open`: granted and unused; `held`: in an unpaid order; `taken`: paid; `void`: refunded. */
export const packStates = ['open', 'held', 'taken', 'void'] as const
export type PackState = (typeof packStates)[number]

/** The downloads, by the last part of their URL. */
export const packFiles = [
  'trust.docx',
  'trust.pdf',
  'blank.docx',
  'blank.pdf',
  'engraving-guide.pdf',
  'form-4-walkthrough.pdf',
  'compliance-checklist.pdf',
] as const
export type PackFile = (typeof packFiles)[number]

export function isPackFile(name: string): name is PackFile {
  return (packFiles as readonly string[]).includes(name)
}

type Person = { name: string; place: string }
/** `share` is `50%` or `in equal parts`. */
type Beneficiary = { name: string; share: string }

/** The worksheet's answers. Unanswered ones are empty; lists have no empty entries. */
export type Answers = {
  trustName: string
  settlor: Person
  trustees: Person[]
  acting: '' | 'alone' | 'together'
  successors: Person[]
  beneficiaries: Beneficiary[]
  /** Two letters of the state whose law governs. */
  state: string
  county: string
  /** A calendar date, `2026-11-21`. */
  signedOn: string
}

export const emptyAnswers: Answers = {
  trustName: '',
  settlor: { name: '', place: '' },
  trustees: [],
  acting: '',
  successors: [],
  beneficiaries: [],
  state: '',
  county: '',
  signedOn: '',
}

/** How many people of each kind fit in the worksheet and the documents. */
export const maxPeople = { trustees: 5, successors: 3, beneficiaries: 6 } as const

/** The worksheet's sections, in order. */
export const sections = ['name', 'settlor', 'trustees', 'successors', 'beneficiaries', 'signing'] as const
export type WorksheetSection = (typeof sections)[number]

/** The sections with every answer that a document needs. County and date can be filled in at the notary's. */
export function completedSections(answers: Answers): WorksheetSection[] {
  const isComplete = ({ name, place }: Person) => name !== '' && place !== ''
  const some = (people: readonly Person[]) => people.length > 0 && people.every(isComplete)
  const done: Record<WorksheetSection, boolean> = {
    name: answers.trustName !== '',
    settlor: isComplete(answers.settlor),
    trustees: some(answers.trustees) && answers.acting !== '',
    successors: some(answers.successors),
    beneficiaries:
      answers.beneficiaries.length > 0 &&
      answers.beneficiaries.every(({ name, share }) => name !== '' && share !== ''),
    signing: answers.state !== '',
  }
  return sections.filter((section) => done[section])
}

/** The sum of the shares in percent, or `null` if one is not a percentage. */
export function sharesInPercent({ beneficiaries }: Pick<Answers, 'beneficiaries'>): number | null {
  const shares = beneficiaries.map(({ share }) => /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(share)?.[1])
  if (shares.length === 0 || shares.some((share) => share === undefined)) return null
  return shares.reduce((sum, share) => sum + Math.round(Number(share) * 100), 0) / 100
}

/** The cart's id of the pack alone. */
export const cartPackId = 'trust-pack'
