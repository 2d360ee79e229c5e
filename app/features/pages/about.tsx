import type { ReactNode } from 'react'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { brand } from '#app/kit/brand.ts'
import { Sources } from '#app/features/claims/sources.tsx'
import { PhotoSection } from '../photos/components/photo.tsx'
import { findPhotos } from '../photos/store.server.ts'
import { CtaButtons, PageHeader, Sentences } from './components/page-header.tsx'
import { FormsSketch, GrooveSketch, RulerSketch } from './components/drawings.tsx'
import { findCited } from './store.server.ts'
import type { Route } from './+types/about'
import { letteringStrokes, letteringWidth } from '#app/art/pantograph/lettering.ts'
import { Section } from '#app/ui/section.tsx'

const page = { title: 'About', path: '/about' }

export const principles = [
  {
    title: 'Precision',
    text: [
      'The law asks for a number {marking.depth} deep and {marking.height} high. We cut ours with the same tool and the same alphabet, on every receiver, until it reads in any light.',
      'We hold the rest of the rifle to the same standard: measured, recorded, fired, measured again.',
    ],
  },
  {
    title: 'Compliance',
    text: [
      'Everything is built under our federal manufacturer’s license. {filing.forms:text}',
      'If your state prohibits the item, we tell you before you pay. If it allows the item with conditions, our staff reviews your order.',
    ],
  },
  {
    title: 'Education',
    text: [
      'Two lengths decide what a rifle is: {limit.barrel} of barrel, {limit.overall} overall. We draw both limits on every sheet, to scale, so that you see what you are choosing.',
      'Everything we say about the law is dated, and none of it is legal advice.',
    ],
  },
] as const

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export const loader = async ({ context }: Route.LoaderArgs) => {
  const shop: Shop = context.get(shopContext)
  const [cited, photos] = await Promise.all([
    findCited(
      shop,
      principles.flatMap(({ text }) => text),
    ),
    findPhotos(shop, 'page', 'about'),
  ])
  return { publicUrl: shop.publicUrl, cited, photos }
}

export const meta = pageMeta({
  ...page,
  picture: sharePath('home'),
  description: `${brand} is a licensed firearm manufacturer and dealer in Miami, Florida. Short runs, one number on each, and three principles: precision, compliance, education.`,
})

export default function About({ loaderData }: Route.ComponentProps) {
  const { publicUrl, cited, photos } = loaderData
  const limits = [cited['limit.barrel']?.figure, cited['limit.overall']?.figure]
  const drawings: Record<(typeof principles)[number]['title'], ReactNode> = {
    Precision: <GrooveSketch depth={cited['marking.depth']?.figure} />,
    Compliance: <FormsSketch />,
    Education: <RulerSketch figures={limits} />,
  }
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title={`About ${brand}`}
        lead="Our mission is to build rifles that are made once, numbered once and understood by the people who own them: engraved in Miami under federal license, transferred by the book, and explained in plain English."
        calls={<CtaButtons calls={[{ label: 'Start Your Build', to: '/build' }]} isPrimary />}
      >
        <figure className="mt-12 lg:mt-16">
          <WordmarkPlate />
          <figcaption className="mt-4 max-w-text text-sm text-faint">
            Our alphabet has no outlines. Every letter is the path of one tool; the wordmark takes{' '}
            {wordmarkStrokes} strokes, and the same strokes are cut, printed, stitched and set on this page.
          </figcaption>
        </figure>
      </PageHeader>
      <Section kind="list" title="Three principles">
        <div className="grid divide-y divide-hairline border-y border-hairline">
          {principles.map(({ title, text }) => (
            <article
              className="grid items-center gap-x-12 gap-y-4 py-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,5fr)] lg:py-12"
              key={title}
              id={title.toLowerCase()}
            >
              {drawings[title]}
              <h3 className="h2">{title}</h3>
              <div className="grid gap-3 text-muted">
                <Sentences of={text} cited={cited} />
              </div>
            </article>
          ))}
        </div>
      </Section>
      <PhotoSection set={photos} title="The shop" withCover />
      <Section kind="facts" title="One line per unit.">
        <div className="prose mb-8">
          <p>
            Every manufacturer has to engrave its receivers. Most hide the mark. We made it the whole idea: a
            drop is a drawing, and the drawing has exactly as many lines as there are rifles.
          </p>
          <p>
            Your line is lit while it’s open, dashed while it’s on hold, and yours once you reserve it. When
            the last one is taken, the drawing is complete and goes into the vault with its numbers.
          </p>
        </div>
        <CtaButtons
          calls={[
            { label: 'See the Current Drop', to: '/drops' },
            { label: 'How a Build Works', to: '/process-guide' },
          ]}
        />
      </Section>
      <Sources claims={Object.values(cited)} />
    </>
  )
}

const height = 250
const baseline = 330
const left = 70
const setting = { height, width: 1.1, tracking: 0.12 }
const end = left + letteringWidth(brand, setting)
const strokes = letteringStrokes(brand, { ...setting, x: left, y: baseline })
const groove = strokes.join('')

const wordmarkStrokes = strokes.length

function WordmarkPlate() {
  return (
    <svg
      className="block w-full h-auto [&_path]:fill-none [&_path]:[stroke-linecap:round] [&_path]:[stroke-linejoin:round]"
      viewBox={`0 0 ${Math.ceil(end + 70)} 400`}
      role="img"
      aria-label={`The ${brand} wordmark on its guide lines, with the path of the engraving tool`}
    >
      <path
        className="stroke-hairline stroke-1 [vector-effect:non-scaling-stroke]"
        d={`M0 ${baseline}H${end + 70}M0 ${baseline - height}H${end + 70}M0 ${baseline - height / 2}H${end + 70}`}
      />
      <path className="stroke-hairline stroke-[37]" d={groove} />
      <path className="stroke-sheet stroke-[34]" d={groove} />
      {strokes.map((stroke, index) => (
        <path
          key={stroke}
          className="stroke-accent stroke-2 motion-safe:[stroke-dasharray:1] motion-safe:[animation:engrave_var(--transition-duration-theme)_var(--ease-in-out)_backwards] max-sm:stroke-[4]"
          d={stroke}
          pathLength={1}
          style={{ animationDelay: `${300 + index * 220}ms` }}
        />
      ))}
      {strokes.map((stroke) => {
        const [, x, y] = /^M ?(-?[\d.]+) (-?[\d.]+)/.exec(stroke) ?? []
        return <circle key={stroke} className="fill-page stroke-accent stroke-[1.5]" cx={x} cy={y} r="4.5" />
      })}
    </svg>
  )
}
