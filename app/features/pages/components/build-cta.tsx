import { Fragment } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import type { HomeData } from '../rules/home.ts'
import { pageArt, pageArtPath } from '../rules.ts'

/** Call to action for the configurator. Each sentence of its title stays on one line where it can. */
export function BuildCta({ home }: { home: HomeData }) {
  const { title, lead } = home.words.build
  // The last sentence begins a line of its own.
  const sentences = /^(.*[.!?]) ([^.!?]+[.!?])$/.exec(title)?.slice(1) ?? [title]
  return (
    <section className="relative overflow-hidden border-t border-hairline" aria-labelledby="build-call">
      <div className="wrap relative flex flex-col justify-between py-16 lg:min-h-[64vw] lg:pt-24 lg:pb-20 xl:min-h-[780px]">
        <h2 className="h1 relative z-1 max-w-[20ch] text-title font-hairline" id="build-call">
          {sentences.map((sentence, at) => (
            <Fragment key={sentence}>
              {at > 0 && ' '}
              <span className="inline-block">{sentence}</span>
            </Fragment>
          ))}
        </h2>
        <picture>
          <source
            media="(width < 900px)"
            srcSet={pageArtPath('build-call-phone')}
            {...pageArt['build-call-phone']}
          />
          <img
            className="build-call-rifle"
            src={pageArtPath('build-call')}
            alt="Illustration of a rifle on the drafting sheet: five parts in ink, the optic, the light and the suppressor still in phantom line"
            {...pageArt['build-call']}
            loading="lazy"
            decoding="async"
          />
        </picture>
        <div className="relative z-1">
          <p className="lead mb-6 max-w-[34ch] lg:max-w-[22ch] xl:max-w-[30ch]">{lead}</p>
          <ButtonLink to="/build-kit" variant="primary" className="max-lg:w-full">
            Build Your Kit
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
