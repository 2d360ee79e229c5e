import { type Shop, shopContext } from '#app/http/context.server.ts'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { Sources } from '#app/features/claims/sources.tsx'
import { Markdown } from '../texts/markdown.tsx'
import { groupsOf } from '../texts/rules.ts'
import { showText } from '../texts/shown.server.ts'
import { CtaButtons, PageHeader, Sentences } from './components/page-header.tsx'
import { PageDrawing } from './components/drawings.tsx'
import { Questions } from './components/questions.tsx'
import { measuredRifles } from './routes/page-drawings.server.ts'
import { findCited } from './store.server.ts'
import type { Route } from './+types/learn'
import { Section } from '#app/ui/section.tsx'

const page = { title: 'Learn', path: '/learn' }

const definition = ['{limit.barrel:text} {limit.overall:text}']

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export const loader = ({ context }: Route.LoaderArgs) => showLearn(context.get(shopContext))

export async function showLearn(shop: Shop, written?: string) {
  const [shown, lengths] = await Promise.all([showText(shop, 'learn', written), findCited(shop, definition)])
  return {
    publicUrl: shop.publicUrl,
    text: shown.text,
    cited: { ...lengths, ...shown.cited },
    rifles: measuredRifles(),
  }
}

export const meta = pageMeta(({ text }: Awaited<ReturnType<typeof showLearn>>) => ({
  ...page,
  title: text.title,
  picture: sharePath('learn'),
  description: text.description,
}))

export default function Learn({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { publicUrl, text, cited, rifles } = loaderData
  const [topics, credentials] = groupsOf(text)
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        className="[&_h1]:max-w-[20ch]"
        title={<Unbroken words={text.title} />}
        lead={text.lead}
        calls={<CtaButtons calls={[{ label: 'Explore SBRs', to: '/products/sbr' }]} isPrimary />}
      >
        <div className="mt-12 grid divide-y divide-hairline border-y border-hairline lg:mt-16">
          {rifles.map((rifle, index) => (
            <Rifle key={rifle.name} rifle={rifle} isEager={index === 0} />
          ))}
        </div>
        <div className="mt-6 grid max-w-text gap-2 text-muted">
          <Sentences of={definition} cited={cited} />
          <p className="text-sm text-faint">Illustrations of outer dimensions, all at one scale.</p>
        </div>
      </PageHeader>

      {topics && (
        <Section kind="facts" id={topics.id} title={topics.title} lead={<Markdown blocks={topics.blocks} />}>
          <Questions
            name="topic"
            items={topics.parts.map(({ id, title, blocks }) => ({
              id,
              title,
              content: <Markdown blocks={blocks} />,
            }))}
          />
        </Section>
      )}

      {credentials && (
        <Section kind="facts" title={credentials.title} id={credentials.id}>
          <dl className="divide-y divide-hairline border-y border-hairline">
            {credentials.parts.map(({ id, title, blocks }) => (
              <div className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-2" key={id}>
                <dt className="h4 text-balance">{title}</dt>
                <dd className="text-muted">
                  <Markdown blocks={blocks} />
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      )}

      <Section
        kind="facts"
        id="kit"
        title="Free trust kit with every NFA firearm"
        lead="Reserve one of our NFA firearms and the trust kit comes with it once your transfer form is filed: an editable template, an engraving guide, a walkthrough of Form 4 and a checklist. It is not legal advice."
      >
        <CtaButtons
          calls={[
            { label: 'Trust Pack', to: '/trust' },
            { label: 'Start Your Build', to: '/build' },
            { label: 'Contact Us', to: '/contact' },
            { label: 'See the Current Drop', to: '/drops' },
          ]}
        />
        <p className="mt-6 text-sm text-faint">
          <b className="font-medium text-muted">Educational Video Coming Soon.</b> Until then the drawings
          above and the{' '}
          <a className="link" href="/process-guide">
            process guide
          </a>{' '}
          cover everything.
        </p>
      </Section>
      <Sources claims={Object.values(cited)} />
    </>
  )
}

type MeasuredRifle = ReturnType<typeof measuredRifles>[number]

function Rifle({ rifle, isEager }: { rifle: MeasuredRifle; isEager: boolean }) {
  const { name, art, barrelIn, overallIn, barrelUnderLimit, overallUnderLimit, limits } = rifle
  return (
    <figure className="grid items-center gap-x-12 gap-y-4 py-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,300px)] [&>img]:max-w-[900px]">
      <PageDrawing
        art={art}
        alt={`Side view: barrel ${barrelIn} inches, overall ${overallIn} inches`}
        isEager={isEager}
      />
      <figcaption>
        <h2 className="h3">{name}</h2>
        <p className="my-2 text-muted">
          Barrel {barrelIn} in, {barrelUnderLimit ? 'under' : 'not under'} {limits.barrelIn} in. Overall{' '}
          {overallIn} in, {overallUnderLimit ? 'under' : 'not under'} {limits.overallIn} in.
        </p>
        <p className={rifle.shortBarreled ? 'label text-accent' : 'label text-faint'}>
          {rifle.shortBarreled ? 'A short-barreled rifle' : 'A standard rifle'}
        </p>
      </figcaption>
    </figure>
  )
}

function Unbroken({ words }: { words: string }) {
  return words.split(/(\S+-\S+)/).map((each, at) =>
    at % 2 === 1 ? (
      <span key={each} className="inline-block max-w-full">
        {each}
      </span>
    ) : (
      each
    ),
  )
}
