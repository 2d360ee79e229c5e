/** A way to buy the trust pack, as its page shows it. Prices in US cents. */
export type TrustPackage = {
  slug: string
  name: string
  priceCents: number
  /** What is paid beside it: `build price`. */
  besides: string | null
  /** What sets it apart: `Best Value`. */
  flag: string | null
  /** What it saves, in words. */
  saving: string | null
  contents: string[]
}

/** The pack on its own: the cheapest way that asks for nothing beside it. */
export function packAlone(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return packages.filter(({ besides }) => besides === null).toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

/** What a package has that the pack alone has not. */
export function addedContents(of: TrustPackage, packages: readonly TrustPackage[]): string[] {
  const alone = packAlone(packages)
  return alone && alone !== of ? of.contents.filter((line) => !alone.contents.includes(line)) : []
}

/** The pack beside a build: the cheapest way that is not the pack alone. */
export function packWithBuild(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return packages.filter(({ besides }) => besides !== null).toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

/** How a pack comes to its buyer: bought alone, beside a build, or for a code that a reserved firearm earned. */
export const packageKinds = ['trust-only', 'with-build', 'free'] as const

/** `open`: granted and nobody's yet; `held`: in an order that is not paid; `taken`: paid; `void`: given back. */
export const packStates = ['open', 'held', 'taken', 'void'] as const
export type PackState = (typeof packStates)[number]

/** How long answers stay without being saved again, in days: as long as an approval may take, and half as long again. */
export const answersRetentionDays = 365

/** What can be downloaded, by the last part of its address. */
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

/** Whether this is a file of the pack. */
export function isPackFile(name: string): name is PackFile {
  return (packFiles as readonly string[]).includes(name)
}

/** Somebody the trust names. */
type Person = { name: string; place: string }
/** Somebody the trust is for, and what of it: `50%`, `in equal parts`. */
type Beneficiary = { name: string; share: string }

/** What the worksheet asks. Empty where nothing was answered yet; lists hold no empty entries. */
export type Answers = {
  trustName: string
  settlor: Person
  trustees: Person[]
  /** Whether a trustee may act alone. Empty while not chosen. */
  acting: '' | 'alone' | 'together'
  successors: Person[]
  beneficiaries: Beneficiary[]
  /** Two letters of the state whose law governs. */
  state: string
  county: string
  /** A calendar date, `2026-11-21`. */
  signedOn: string
}

/** A worksheet before its first answer. */
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

/** How many people of each sort the worksheet and the documents have room for. */
export const maxPeople = { trustees: 5, successors: 3, beneficiaries: 6 } as const

/** The worksheet's sections, in order. */
export const sections = ['name', 'settlor', 'trustees', 'successors', 'beneficiaries', 'signing'] as const
export type WorksheetSection = (typeof sections)[number]

/** Which sections have all that a document needs of them. A county and a date may be written in at the notary's. */
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

/** What the shares add up to in percent, or `null` where one of them is not a percentage. */
export function sharesInPercent({ beneficiaries }: Pick<Answers, 'beneficiaries'>): number | null {
  const shares = beneficiaries.map(({ share }) => /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(share)?.[1])
  if (shares.length === 0 || shares.some((share) => share === undefined)) return null
  return shares.reduce((sum, share) => sum + Math.round(Number(share) * 100), 0) / 100
}

/** What the pack alone is called in a cart. */
export const cartPackId = 'trust-pack'
