import { isNfaClass } from '#app/features/orders/stages.ts'
import type { trustPackages } from './tables.ts'

export type TrustPackage = Omit<typeof trustPackages.$inferSelect, 'position' | 'state' | 'revision'>

export function packAlone(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return cheapest(packages.filter(({ besides }) => besides === null))
}

export function packWithBuild(packages: readonly TrustPackage[]): TrustPackage | undefined {
  return cheapest(packages.filter(({ besides }) => besides !== null))
}

function cheapest(packages: readonly TrustPackage[]) {
  return packages.toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

export function addedContents(of: TrustPackage, packages: readonly TrustPackage[]): string[] {
  const alone = packAlone(packages)
  return alone && alone !== of ? of.contents.filter((line) => !alone.contents.includes(line)) : []
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
