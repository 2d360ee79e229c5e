import { isNfaClass } from '#app/features/orders/stages.ts'
import { z } from 'zod'

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

export const packageKinds = ['trust-only', 'free'] as const

/** `open`: granted and unused; `held`: in an unpaid order; `taken`: paid; `void`: refunded. */
export const packStates = ['open', 'held', 'taken', 'void'] as const
export type PackState = (typeof packStates)[number]

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

export const buyInput = z.object({
  key: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .optional(),
  code: z
    .string()
    .trim()
    .min(8, 'Enter the code from your email, like A000-XXXX-XXXX-XXXX')
    .max(40, 'Enter the code from your email, like A000-XXXX-XXXX-XXXX')
    .optional(),
})
