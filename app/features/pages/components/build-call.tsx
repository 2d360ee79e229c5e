import { ButtonLink } from '#app/ui/button.tsx'
import { pageArt, pageArtPath } from '../rules.ts'

/** The way to a build of one's own, over a rifle that is half chosen. Lines of the specification, letter for letter. */
export function BuildCall() {
  return (
    <section className="home-build" aria-labelledby="build-call">
      <div className="wrap">
        <h2 className="h1" id="build-call">
          <span>Your Build. Your Rules.</span> <span>Start Today.</span>
        </h2>
        <picture>
          <source
            media="(width < 900px)"
            srcSet={pageArtPath('build-call-phone')}
            {...pageArt['build-call-phone']}
          />
          <img
            src={pageArtPath('build-call')}
            alt="Illustration of a rifle on the drafting sheet: five parts in ink, the optic, the light and the suppressor still in phantom line"
            {...pageArt['build-call']}
            loading="lazy"
            decoding="async"
          />
        </picture>
        <div className="home-build-go">
          <p className="lead">Join thousands of builders creating their perfect SBR configuration.</p>
          <ButtonLink to="/build-kit" variant="primary">
            Build Your Kit
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
