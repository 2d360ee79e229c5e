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
