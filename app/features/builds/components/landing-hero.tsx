import { ButtonLink } from '#app/ui/button.tsx'
import { type Cited, interpolateClaims } from '../../pages/rules.ts'
import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { badgeWords, heroWords } from '../words/landing.ts'
import { landingIcons } from './landing-icons.ts'

type Props = {
  words: typeof heroWords
  badges: typeof badgeWords
  cited: Cited
  /** Addresses of the drawing by screen size. */
  pictures: { wide: string; phone: string }
}

/** The hero: a half-configured rifle and the two calls to action. */
export function LandingHero({ words, badges, cited, pictures }: Props) {
  return (
    <>
      <header className="landing-head relative overflow-hidden">
        <div className="wrap relative z-1 grid items-end gap-6 pt-10 low:grid-cols-2 low:items-start low:pt-5 lg:grid-cols-[7fr_5fr] lg:pt-12">
          <h1 className="display text-display leading-none">
            {words.title.map((line) => (
              <span className="block" key={line}>
                {line}{' '}
              </span>
            ))}
          </h1>
          <div>
            <p className="lead mb-6 max-w-[40ch]">{words.lead}</p>
            <div className="btns items-start max-sm:*:w-full max-sm:[&_.btn]:w-full">
              <ButtonLink to="#platforms" variant="primary">
                {words.start}
              </ButtonLink>
              <div>
                <WaitlistButton topic="build-slots" label={words.reserve} />
                {interpolateClaims(words.deposit, cited).map((line) => (
                  <p key={line} className="mt-1.5 text-center text-sm text-faint">
                    {line}
                  </p>
                ))}
              </div>
            </div>
          </div>
        </div>
        <picture>
          <source media="(width < 900px)" srcSet={pictures.phone} width={480} height={360} />
          <img
            className="landing-rifle"
            src={pictures.wide}
            alt=""
            width={1520}
            height={690}
            fetchPriority="high"
          />
        </picture>
        <p className="wrap text-sm text-faint max-lg:pt-1 max-lg:pb-4 lg:absolute lg:inset-x-0 lg:bottom-5 lg:text-right">
          {words.note}
        </p>
      </header>
      <ul className="wrap flex flex-wrap justify-between gap-x-8 gap-y-3 border-t border-hairline py-5 text-muted max-lg:grid max-lg:grid-cols-2 max-lg:text-sm">
        {badges.map(({ icon, text }) => {
          const Icon = landingIcons[icon]
          return (
            <li
              className="flex items-center gap-3 wrap-anywhere hyphens-auto max-lg:first:col-span-full"
              key={text}
            >
              <Icon className="text-ink" aria-hidden />
              {text}
            </li>
          )
        })}
      </ul>
    </>
  )
}
