// The page of builds: each file of `landing/` is a section of it, in the order of their names.
import type { ComponentType } from 'react'
import { Sources } from '#app/features/claims/sources.tsx'
import type { loader } from './routes/build.tsx'

export type LandingPage = Awaited<ReturnType<typeof loader>> & { wantsTrust: boolean }

/** In its sentences `{key}` and `{key:time}` are dated claims; a sentence whose claim is not in force is left out. */
type LandingSection = { default: ComponentType<LandingPage>; sentences?: readonly string[] }

const sections = Object.entries(import.meta.glob<LandingSection>('./landing/*.tsx', { eager: true }))
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([name, section]) => ({ name, ...section }))

export const citedSentences: readonly string[] = sections.flatMap(({ sentences = [] }) => sentences)

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
