import { ButtonLink } from '#app/ui/button.tsx'
import { type Cited, fillIn } from '../../pages/rules.ts'
import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { badgeWords, heroWords } from '../data/landing.ts'
import { landingIcons } from './landing-icons.ts'

type Props = {
  words: typeof heroWords
  badges: typeof badgeWords
  cited: Cited
  /** The address of the drawing, by screen. */
  pictures: { wide: string; phone: string }
}

/** The first screen: one rifle on the sheet, half of it chosen, and the two ways on. */
export function LandingHero({ words, badges, cited, pictures }: Props) {
  return (
    <>
      <header className="bld-hero">
        <div className="wrap bld-hero-tx">
          <h1 className="display">
            {words.title.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h1>
          <div>
            <p className="lead">{words.lead}</p>
            <div className="btns">
              <ButtonLink to="#platforms" variant="primary">
                {words.start}
              </ButtonLink>
              <div className="bld-slot">
                <WaitlistButton
                  topic="build-slots"
                  label={words.reserve}
                  title={words.dialog.title}
                  description={words.dialog.description}
                  button={words.dialog.button}
                />
                {fillIn(words.deposit, cited).map((line) => (
                  <p key={line} className="cap">
                    {line}
                  </p>
                ))}
              </div>
            </div>
          </div>
        </div>
        <picture>
          <source media="(width < 900px)" srcSet={pictures.phone} width={480} height={360} />
          <img src={pictures.wide} alt="" width={1520} height={690} fetchPriority="high" />
        </picture>
        <p className="wrap cap">{words.note}</p>
      </header>
      <ul className="bld-badges">
        {badges.map(({ icon, text }) => {
          const Icon = landingIcons[icon]
          return (
            <li key={text}>
              <Icon aria-hidden />
              {text}
            </li>
          )
        })}
      </ul>
    </>
  )
}
