import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Section } from '#app/ui/section.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import { showingWords } from '../words/showing.ts'
import { CardDrawing } from './card-drawing.tsx'
import type { PackageView } from './landing-packages.tsx'

/** A finished build that can be opened in the configurator. */
export type Start = {
  id: string
  name: string
  /** Its parts, or what it is, in a line. */
  text: string
  /** What it costs today; a package is quoted, so it has none. */
  price: string | null
  configuratorPath: string
  /** The address of its drawing. */
  picture: string
  photo: ShownPhoto | undefined
}

type Props = { id: string; title: string; lead: string; starts: readonly Start[] }

/** Finished builds, each with its photograph or its drawing, to start from. Nothing where there are none. */
export function StartFrom({ id, title, lead, starts }: Props) {
  if (starts.length === 0) return null
  return (
    <Section title={title} lead={lead} id={id}>
      <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 xl:grid-cols-3">
        {starts.map((start) => (
          <li className="grid" key={start.id}>
            <StartCard start={start} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What others built. */
export function ShownBuilds({ starts }: { starts: readonly Start[] }) {
  return <StartFrom id="others" title={showingWords.others} lead={showingWords.othersLead} starts={starts} />
}

/** The packages that can be opened in the configurator. */
export function startsOf(packages: readonly PackageView[]): Start[] {
  return packages.flatMap(({ id, name, description, configuratorPath, picture, photo }) =>
    configuratorPath === null
      ? []
      : { id: `package-${id}`, name, text: description, price: null, configuratorPath, picture, photo },
  )
}

function StartCard({ start }: { start: Start }) {
  const { id, name, text, price, configuratorPath, picture, photo } = start
  return (
    <article className="group relative flex flex-col" aria-labelledby={`start-${id}`}>
      <Frame>
        {photo ? (
          <Photo
            photo={photo}
            sizes="(width >= 1180px) 33vw, (width >= 600px) 50vw, 100vw"
            className="aspect-[16/9]"
          />
        ) : (
          <CardDrawing src={picture} className="h-auto w-full px-5 py-4" />
        )}
      </Frame>
      <h3 className="h3 mt-4 mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4" id={`start-${id}`}>
        {name}
        {price && <span className="font-display text-lg font-book">{price}</span>}
      </h3>
      <p className="mb-4 text-sm text-muted">{text}</p>
      <Link className="link mt-auto self-start after:absolute after:inset-0" to={configuratorPath}>
        {showingWords.start}
        <span className="sr-only"> ({name})</span>
      </Link>
    </article>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-center overflow-hidden rounded-plate border border-hairline bg-page transition-colors group-hover:border-control">
      {children}
    </div>
  )
}
