import { isNfaClass } from '#app/features/orders/stages.ts'

export type TrustPackage = {
  slug: string
  name: string
  priceCents: number
  besides: string | null
  flag: string | null
  saving: string | null
  contents: string[]
}

export function packAlone(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return packages.filter(({ besides }) => besides === null).toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

export function addedContents(of: TrustPackage, packages: readonly TrustPackage[]): string[] {
  const alone = packAlone(packages)
  return alone && alone !== of ? of.contents.filter((line) => !alone.contents.includes(line)) : []
}

export function packWithBuild(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return packages.filter(({ besides }) => besides !== null).toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

/** Does a trust concern an item of this class? Only NFA items go on a Form 4, which a trust can file. */
export function concernsTrust(itemClass: string | null): boolean {
  return isNfaClass(itemClass)
}

/** `held`: in an unpaid order; `taken`: paid or earned; `void`: refunded. */
export const packStates = ['held', 'taken', 'void'] as const

export const packFiles = [
  'trust.docx',
  'trust.pdf',
  'engraving-guide.pdf',
  'form-4-walkthrough.pdf',
  'compliance-checklist.pdf',
] as const
export type PackFile = (typeof packFiles)[number]

export function isPackFile(name: string): name is PackFile {
  return (packFiles as readonly string[]).includes(name)
}

export const cartPackId = 'trust-pack'
