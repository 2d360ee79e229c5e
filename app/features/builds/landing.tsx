// The page of builds: each file of `landing/` is a section of it, in the order of their names.
import type { ComponentType } from 'react'
import { Sources } from '#app/features/claims/sources.tsx'
import type { Cited } from '../pages/rules.ts'
import type { ShownPhoto } from '../photos/rules.ts'
import type { BuildClass } from './rules/checks.ts'
import type { Platform } from './rules.ts'
import type { Conversion, FactoryPackage, TaxChange } from './store.server.ts'

export type LandingPage = {
  now: Date
  zone: string
  cited: Cited
  taxChange: TaxChange | undefined
  platforms: readonly (Platform & {
    picture: string | undefined
    photo: ShownPhoto | undefined
    classes: readonly BuildClass['code'][]
  })[]
  packages: readonly (Omit<FactoryPackage, 'drawing' | 'selection'> & {
    picture: string
    photo: ShownPhoto | undefined
    configuratorPath: string | null
  })[]
  conversions: readonly (Omit<Conversion, 'drawing'> & { picture: string })[]
  pictures: { hero: string; heroPhone: string; suppressor: string }
  wantsTrust: boolean
  isUnknownPlatform: boolean
}

/** In its sentences `{key}` and `{key:time}` are dated claims; a sentence whose claim is not in force is left out. */
type LandingSection = { default: ComponentType<LandingPage>; sentences?: readonly string[] }

const sections = Object.entries(import.meta.glob<LandingSection>('./landing/*.tsx', { eager: true }))
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([name, section]) => ({ name, ...section }))

export const citedSentences = sections.flatMap(({ sentences = [] }) => sentences)

export function Landing(page: LandingPage) {
  return (
    <>
      {sections.map(({ name, default: Section }) => (
        <Section key={name} {...page} />
      ))}
      <Sources claims={Object.values(page.cited)} />
    </>
  )
}
