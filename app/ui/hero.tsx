import './styles/hero.css'
import { type CSSProperties, isValidElement, type ReactElement, type ReactNode, useId } from 'react'
import { Badge } from './badge.tsx'
import { ButtonLink, type ButtonVariant } from './button.tsx'
import { Countdown } from './countdown.tsx'

type DropTheme = 'guerrilla' | 'outlaw' | 'cyber' | 'noir'

type HeroCta = { label: string; to: string } | ReactElement

type Props = {
  title: ReactNode
  tagline?: ReactNode
  dropTheme?: DropTheme
  ownColors?: CSSProperties | undefined
  heroImage?: string
  heroVideo?: string
  art?: ReactNode
  endTime?: Date | string
  /** The server's `now`; required with `endTime`. */
  now?: Date | string
  countdownLabel?: string
  ended?: ReactNode
  primaryCTA?: HeroCta
  secondaryCTA?: HeroCta
  badges?: ReactNode
  children?: ReactNode
  note?: ReactNode
}

export function Hero({ title, tagline, dropTheme = 'noir', badges, children, note, ...props }: Props) {
  const { endTime, now, countdownLabel = 'Ends in:', ended = soldOut } = props
  const id = useId()
  return (
    <section
      className="hero relative isolate flex flex-col overflow-hidden lg:min-h-[max(640px,calc(100svh-var(--spacing-nav)))]"
      data-theme={dropTheme}
      style={props.ownColors}
      aria-labelledby={id}
    >
      <div
        className="hero-art absolute inset-x-0 top-0 -z-1 will-change-transform lg:h-full print:hidden"
        aria-hidden
      >
        {props.art}
        {props.heroImage && <img src={props.heroImage} alt="" fetchPriority="high" />}
        {props.heroVideo && (
          <video className="motion-reduce:hidden" src={props.heroVideo} autoPlay muted loop playsInline />
        )}
      </div>
      <div className="wrap hero-words flex flex-1 flex-col justify-end pb-8 lg:pt-12 lg:pb-10">
        {badges && (
          <div className="mb-6 flex flex-wrap items-center gap-4 [&_.label]:text-sm [&_.label]:text-ink">
            {badges}
          </div>
        )}
        <h1
          className="display mb-5 low:mb-3 max-w-[10ch] low:max-w-none text-display in-data-[theme=cyber]:max-w-[7ch]"
          id={id}
        >
          {title}
        </h1>
        {tagline && <p className="lead max-w-[44ch] text-ink low:max-w-[60ch]">{tagline}</p>}
        {endTime && now && (
          <div className="mt-8">
            <Countdown until={endTime} now={now} label={countdownLabel} ended={ended} />
          </div>
        )}
        {(props.primaryCTA || props.secondaryCTA) && (
          <div className="btns mt-10 low:mt-5 upright:[&_.add-to-cart]:w-full upright:[&_.btn]:w-full">
            {props.primaryCTA && <Cta cta={props.primaryCTA} variant="primary" />}
            {props.secondaryCTA && <Cta cta={props.secondaryCTA} variant="secondary" />}
          </div>
        )}
        {children}
        {note && (
          <p className="leading-normal text-balance lg:bg-page/55 lg:[box-shadow:0_0_28px_24px_color-mix(in_oklch,var(--page)_55%,transparent)] max-lg:mt-6 max-lg:text-muted lg:absolute lg:right-gutter lg:bottom-10 lg:max-w-[30ch] lg:text-right">
            {note}
          </p>
        )}
      </div>
    </section>
  )
}

const soldOut = <Badge kind="stop">SOLD OUT</Badge>

function Cta({ cta, variant }: { cta: HeroCta; variant: ButtonVariant }) {
  if (isValidElement(cta)) return cta
  return (
    <ButtonLink href={cta.to} variant={variant}>
      {cta.label}
    </ButtonLink>
  )
}
