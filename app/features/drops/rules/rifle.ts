import { type Build, STARTING_BUILDS } from '#app/art/blueprint/build.ts'

type Steel = { description: string | null; caliber: string; barrel: string; finish: string }
type DropSteel = { caliber: string; barrel: string }

export function rifleWords(drop: DropSteel, variant: Steel | undefined): string {
  const barrel = variant?.barrel || drop.barrel
  return [variant?.description, variant?.caliber || drop.caliber, barrel && `${barrel} barrel`]
    .filter(Boolean)
    .join(', ')
}

/** The rifle of a description: `9 mm` is the AR-9, else the AR-15, with the stated barrel length. */
export function buildOf(description: string): Build {
  const platform = STARTING_BUILDS[/\b9(?: ?[×x] ?19)? ?mm\b/i.test(description) ? 'ar9' : 'ar15']
  const barrelIn = Number(/([\d.]+) in(?:ch)? barrel/.exec(description)?.[1] ?? platform.barrelIn)
  const handguard = { ...platform.handguard, lengthIn: Number((barrelIn - 1).toFixed(2)) }
  return { ...platform, barrelIn, handguard, stock: 'sopmod', optic: null }
}
