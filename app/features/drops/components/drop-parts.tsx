import { artFrames } from '#app/art/art-frames.ts'
import type { ArtStamp } from '#app/art/art-style.ts'
import { formatCents } from '#app/kit/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import type { PhotoSet } from '../../photos/rules.ts'
import { WaitlistButton } from '../../subscriptions/components/subscribe-form.tsx'
import {
  type DropStatus,
  type UnitState,
  figuresOf,
  type DropFigures,
  fillFigures,
  type SmallBatch,
} from '../rules.ts'
import type { DropVariant } from '../store/drops.server.ts'
import { chosenVariantWords, depositWords, statusWords } from '../words.ts'

type VariantView = DropVariant & { photos?: PhotoSet | undefined }

type BadgeProps = { status: DropStatus; short?: boolean; smallBatch?: SmallBatch | null | undefined }

export function StatusBadge({ status, short = false, smallBatch }: BadgeProps) {
  const words = statusWords[status]
  return <Badge kind={words.badge}>{words[smallBatch ? 'window' : short ? 'short' : 'full']}</Badge>
}

type JoinProps = {
  smallBatch: SmallBatch
  name: string
  variant?: 'primary' | 'secondary'
  block?: boolean
}

export function JoinWindow({ smallBatch, name, variant = 'secondary', block = false }: JoinProps) {
  return (
    <WaitlistButton
      label="Join Build Window"
      about={name}
      topic={`build-window:${smallBatch}`}
      variant={variant}
      block={block}
    />
  )
}

export const artName = (slug: string) => `art-${slug}`

export function Stamp({ stamp, className }: { stamp: ArtStamp; className: string }) {
  return (
    <p
      className={`absolute grid rotate-[-4deg] justify-items-center gap-1 border-2 border-accent bg-page/60 px-4 py-2 font-display text-accent outline outline-offset-2 outline-accent ${className}`}
    >
      <b className="text-xl leading-none font-bold lg:text-2xl">{stamp.text}</b>
      <span className="text-xs tracking-wider">{stamp.day}</span>
    </p>
  )
}

export function HeroPicture({ slug, art }: { slug: string; art: { heroWide: string; heroPhone: string } }) {
  const { heroWide, heroPhone } = artFrames
  return (
    <picture className="absolute inset-0" style={{ viewTransitionName: artName(slug) }}>
      <source
        media="(width >= 600px)"
        srcSet={art.heroWide}
        width={heroWide.width}
        height={heroWide.height}
      />
      <img
        className="object-right max-lg:object-top"
        src={art.heroPhone}
        alt=""
        width={heroPhone.width}
        height={heroPhone.height}
        fetchPriority="high"
      />
    </picture>
  )
}

type NotifyProps = {
  slug: string
  status: Exclude<DropStatus, 'live'>
  label: string
  variant?: 'primary' | 'secondary'
}

export function NotifyButton({ slug, status, label, variant = 'secondary' }: NotifyProps) {
  const topic =
    status === 'coming_soon'
      ? `drop:${slug}`
      : status === 'sold_out'
        ? `returned-units:${slug}`
        : 'newsletter'
  return <WaitlistButton topic={topic as `drop:${string}`} label={label} variant={variant} />
}

export function CountSentence({ units, house }: { units: readonly UnitState[]; house: number }) {
  const figures = figuresOf(units, house)
  return (
    <>
      <LiveCount words="{open} open" figures={figures} className="text-accent" />
      <LiveCount words=", {held} held while buyers check out" figures={figures} some="held" />
      <LiveCount words=", {sold} taken" figures={figures} some="sold" />
      {house > 0 && `, ${house} set aside for the house`}.
    </>
  )
}

export function Deposit({ cents }: { cents: number }) {
  const { amount, condition } = depositWords(cents)
  return (
    <p className="text-sm text-faint">
      <b className="font-medium text-ink">{amount}.</b> {condition}
    </p>
  )
}

type ChoiceProps = {
  variants: readonly VariantView[]
  chosen: VariantView | undefined
  /** The id of the form that holds a number, where the choice is outside of it. */
  form?: string
}

export function VariantChoice({ variants, chosen, form }: ChoiceProps) {
  if (variants.length < 2) return null
  return (
    <fieldset
      className="grid w-full grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-2"
      role="radiogroup"
      aria-label="Your variant"
    >
      <legend className="label stage-quiet mb-2" aria-hidden>
        Your variant
      </legend>
      {variants.map((variant, index) => (
        <label
          key={variant.id}
          className="relative flex min-h-14 cursor-pointer items-center gap-4 rounded-control border border-control bg-page px-4 py-3 hover:border-muted has-checked:border-accent has-checked:bg-[color-mix(in_oklch,var(--accent)_13%,var(--page))] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent forced-colors:has-checked:border-4"
        >
          <input
            className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            type="radio"
            name="variant"
            value={variant.id}
            form={form}
            required
            defaultChecked={variant === chosen}
            data-v={index}
            data-name={variant.name}
          />
          <span>
            <span className="font-display text-lg leading-snug">{chosenVariantWords(variant)}</span>{' '}
            <small className="block text-sm text-muted">
              {[variant.caliber, variant.barrel, variant.finish].filter(Boolean).join(', ')}
            </small>
          </span>
          {variant.photos?.cover && (
            <span className="ml-auto w-20 flex-none">
              <Photo
                photo={variant.photos.cover}
                sizes="80px"
                className="aspect-[4/3] rounded-plate"
                isDecorative
              />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

export const fromPrice = (prices: readonly number[]) =>
  (new Set(prices).size > 1 ? 'From ' : '') + formatCents(Math.min(...prices))

type Props = {
  words: string
  figures: DropFigures
  some?: keyof DropFigures
  className?: string
}

export function LiveCount({ words, figures, some, className }: Props) {
  return (
    <span className={className} data-count={words} data-some={some}>
      {fillFigures(words, figures, some)}
    </span>
  )
}
