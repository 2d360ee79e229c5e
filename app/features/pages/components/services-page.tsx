import Check from 'lucide-react/icons/check'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import { CtaButtons } from './cta-buttons.tsx'
import { ClosingSection } from './closing-section.tsx'
import { PageHeader } from './page-header.tsx'
import { ServiceDrawing } from './service-drawing.tsx'
import type { ServicesView } from '../routes/page-texts.server.ts'

const page = { title: 'Services', path: '/services' }

/** The services, each with its drawing or photograph. */
export function ServicesPage({
  publicUrl,
  title: heading,
  lead,
  services,
  drawings,
  photos,
  covers,
  courseFeatures,
  calls,
}: ServicesView) {
  return (
    <>
      <PageHeader
        page={page}
        publicUrl={publicUrl}
        title={heading}
        lead={lead}
        calls={<CtaButtons calls={calls.hero} isPrimary />}
        aside={
          <nav aria-label="Services">
            <ol>
              {services.map(({ id, title }) => (
                <li key={id}>
                  <a
                    className="block border-t border-hairline py-2 max-md:py-3 font-display text-muted hover:border-accent hover:text-ink"
                    href={`#${id}`}
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        }
      />
      <div className="wrap grid gap-6 pb-section">
        {services.map(({ id, drawing, title, description, features, call }) => (
          <article
            key={id}
            id={id}
            className="grid scroll-mt-24 rounded-plate border border-hairline bg-sheet transition-colors duration-normal target:border-accent lg:grid-cols-3"
            aria-labelledby={`${id}-title`}
          >
            {covers[id] ? (
              <div className="overflow-hidden rounded-t-plate border-hairline max-lg:border-b lg:rounded-l-plate lg:rounded-tr-none lg:border-r">
                <Photo
                  photo={covers[id]}
                  sizes="(width >= 900px) 33vw, 100vw"
                  className="aspect-[3/2] lg:h-full"
                />
              </div>
            ) : (
              <div className="grid place-items-center rounded-t-plate border-hairline bg-page px-5 py-6 *:max-w-[320px] max-lg:border-b lg:rounded-l-plate lg:rounded-tr-none lg:border-r lg:p-7">
                <ServiceDrawing drawing={drawing} drawn={drawings[drawing]} />
              </div>
            )}
            <div className="px-5 pt-6 lg:py-8 lg:pr-4 lg:pl-8">
              <h2 className="h3 text-2xl font-book" id={`${id}-title`}>
                {title}
              </h2>
              <p className="mt-3 text-pretty text-muted">{description}</p>
            </div>
            <div className="grid content-between gap-6 px-5 pt-4 pb-6 lg:py-8 lg:pr-8 lg:pl-5 max-lg:[&_.btn]:w-full">
              <ul>
                {(features === 'of the course' ? courseFeatures : features).map((feature) => (
                  <li className="flex gap-3 py-1.5 text-muted" key={feature}>
                    <Check className="mt-1 size-4 text-accent" aria-hidden />
                    {feature}
                  </li>
                ))}
              </ul>
              <CtaButtons calls={[call]} />
            </div>
          </article>
        ))}
      </div>
      <PhotoSection set={photos} title="In the shop" withCover />
      <ClosingSection
        id="closing"
        title="Not sure which one you need?"
        lead="Tell us about your rifle and what you want to do. Common questions are answered in our FAQ."
      >
        <CtaButtons calls={calls.closing} />
      </ClosingSection>
    </>
  )
}
