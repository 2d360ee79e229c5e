import { Draft } from '#app/art/draft.tsx'
import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { Calls } from '../../pages/components/calls.tsx'
import { PageTop } from '../../pages/components/page-top.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import { findCited } from '../../pages/store.server.ts'
import { Checklists } from '../components/checklists.tsx'
import { BundleButton } from '../components/bundle-button.tsx'
import { CodeForm } from '../components/code-form.tsx'
import { DownloadPack } from '../components/download-pack.tsx'
import { TrustPackages } from '../components/trust-packages.tsx'
import { checklists, included, resources, steps } from '../data/trust.ts'
import { packAlone, packWithBuild } from '../rules.ts'
import { listTrustPackages } from '../store.server.ts'
import { bundleWords, buttonWords, buyWords, notLegalAdvice } from '../words.ts'
import '../buying.css'
import '../trust.css'
import '../trust-screens.css'
import type { Route } from './+types/trust'
import { drawPack } from './pack-drawing.server.ts'

const page = { title: 'Trust Pack', path: '/trust' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [packages, cited] = await Promise.all([
    listTrustPackages(shop.db),
    findCited(shop, [
      ...resources.flatMap(({ text }) => text),
      ...checklists.flatMap(({ items }) => items.map(({ text }) => text)),
    ]),
  ])
  return { packages, cited, drawing: drawPack(), publicUrl: shop.publicUrl }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    picture: sharePath('trust'),
    description:
      'An NFA trust template as Word file and fillable PDF, with an engraving guide, a Form 4 walkthrough and checklists for before the purchase and after the approval.',
  })
}

export default function Trust({ loaderData: { packages, cited, drawing, publicUrl } }: Route.ComponentProps) {
  const alone = packAlone(packages)
  const bundle = packWithBuild(packages)
  return (
    <>
      <PageTop
        className="tru-top"
        page={page}
        publicUrl={publicUrl}
        title="Trust Pack"
        lead="A trust can own what one person alone could hold. The pack is the document, the guides to it, and the list of what to do before and after."
        calls={
          <>
            {alone && (
              <p className="tru-price">
                <Price cents={alone.priceCents} /> <span>(digital download)</span>
              </p>
            )}
            <div className="btns">
              {alone && <DownloadPack isPrimary />}
              {bundle && <BundleButton>{buttonWords.addToBuild}</BundleButton>}
            </div>
            {alone && <p className="small tru-yet">{bundleWords.terms}</p>}
          </>
        }
      >
        <Draft markup={drawing} />
      </PageTop>
      <Section title="What is in it">
        <ul className="tru-in">
          {included.map(({ title, text }) => (
            <li key={title}>
              <h3 className="h4">{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Three steps">
        <ol className="tru-st">
          {steps.map(({ title, text }, at) => (
            <li key={title}>
              <span className="bal" aria-hidden>
                {at + 1}
              </span>
              <h3 className="h3">{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      {packages.length > 0 && (
        <Section title="Two ways to have it">
          <TrustPackages packages={packages} />
          <div className="tru-have">
            <h3 className="h3">{buyWords.or}</h3>
            <CodeForm />
          </div>
        </Section>
      )}
      <Section title="Extra resources">
        <div className="tru-re">
          {resources.map(({ id, title, text, calls }) => (
            <article key={id} id={id} aria-labelledby={`${id}-title`}>
              <h3 className="h3" id={`${id}-title`}>
                {title}
              </h3>
              <Sentences of={text} cited={cited} />
              <Calls calls={calls} size="sm" />
            </article>
          ))}
        </div>
      </Section>
      <Section title="The checklist" lead="Tick it here or on paper. Nothing is sent, and nothing is kept.">
        <Checklists lists={checklists} cited={cited} />
      </Section>
      <section className="sec" aria-labelledby="no-advice">
        <div className="wrap tru-no">
          <h2 className="h2" id="no-advice">
            Not legal advice
          </h2>
          <p className="lead">{notLegalAdvice}</p>
        </div>
      </section>
    </>
  )
}
