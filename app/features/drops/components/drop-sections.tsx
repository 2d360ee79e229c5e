import type { CSSProperties, ReactNode } from 'react'
import { balanceRange, priceRange } from '#app/features/orders/offered.ts'
import { countOf } from '#app/kit/text.ts'
import { formatCents } from '#app/kit/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import { PhotoGallery, Photo } from '../../photos/components/photo.tsx'
import { earlyOffer, figuresOf, fillFigures, shownUnits, withNumber } from '../rules.ts'
import { categoryWords, dropNumberWords, earlyWords } from '../words.ts'
import type { DropPageView } from '../routes/drop-view.server.ts'
import { LiveCount, Stamp } from './drop-parts.tsx'
import { CloseView, closeViewAlt } from './receiver-stage.tsx'

type Drop = DropPageView['drop']

export const pricesOf = (drop: Drop, variants: DropPageView['variants']) =>
  variants.length > 0 ? variants.map(({ priceCents }) => priceCents) : [drop.basePrice]

export function Facts({ drop, variants }: { drop: Drop; variants: DropPageView['variants'] }) {
  const { status, units } = drop
  const isOver = status === 'sold_out' || status === 'archived'
  const figures = figuresOf(units)
  const prices = pricesOf(drop, variants)
  const left = status === 'archived' ? '0' : '{remaining}'
  const label = `${left} of ${countOf(units.length, 'unit')} remain, {percent} percent sold`
  const gallery = variants.flatMap(({ photos }) => photos?.gallery ?? [])
  return (
    <Section kind="facts" title={isOver ? 'What was made' : 'What you are buying'}>
      <table className="w-full border-b border-hairline">
        <tbody>
          <Row term="Units available">
            <LiveCount words={`${left} of {total}`} figures={figures} className="font-display text-xl" />
            <span className="mt-2 block">
              <Ticks units={shownUnits(status, units)} label={fillFigures(label, figures)} follows={label} />
            </span>
          </Row>
          {variants.map(({ id, name, description, caliber, barrel, finish, priceCents }) => (
            <Row key={id} term={variants.length > 1 ? name : 'Rifle'} note={finish ? undefined : description}>
              {[caliber, barrel && `${barrel} barrel`, finish].filter(Boolean).join(', ') || name}
              {new Set(prices).size > 1 && `, ${formatCents(priceCents)}`}
            </Row>
          ))}
          <Row
            term={isOver ? 'Price' : 'Starting price'}
            note={
              isOver ? undefined : 'Yours once you hold a number. Sales tax and the dealer’s fee come on top.'
            }
          >
            <b className="font-display text-xl font-normal">
              {isOver ? priceRange(prices) : formatCents(Math.min(...prices))}
            </b>
          </Row>
          {!isOver && (
            <>
              <Row
                term="Due now"
                note="The deposit, part of the price. Fully refundable from your private link until the transfer form is filed."
              >
                {formatCents(drop.depositPrice)}
              </Row>
              <Row
                term="Balance"
                note="Due with the agreement, before we build. You collect at your dealer after federal approval."
              >
                {balanceRange(prices, drop.depositPrice)}
              </Row>
            </>
          )}
          <Row term="Certificate">Numbered and signed</Row>
          <Row term="Patch">Included, 3.5 in across</Row>
        </tbody>
      </table>
      {drop.smallPrint && (
        <div className="mt-4 grid gap-2 text-sm text-muted">
          {drop.smallPrint.split(/\n+/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
      {gallery.length > 0 && (
        <div className="mt-8">
          <PhotoGallery
            photos={[...new Map(gallery.map((photo) => [photo.hash, photo])).values()]}
            label="Photographs of the variants"
          />
        </div>
      )}
    </Section>
  )
}

type RowProps = { term: string; note?: string | null | undefined; children: ReactNode }

function Row({ term, note, children }: RowProps) {
  return (
    <tr className="border-t border-hairline">
      <th className="label w-[112px] py-3 pr-4 text-left align-baseline lg:w-[160px]" scope="row">
        {term}
      </th>
      <td className="py-3 align-baseline leading-normal">
        {children}
        {note && <small className="block text-sm text-muted">{note}</small>}
      </td>
    </tr>
  )
}

export function Macro({ drop, receiver }: { drop: Drop; receiver: DropPageView['receiver'] }) {
  const { stamp, variants } = receiver
  const isOne = variants.length === 1
  return (
    <section
      className={`relative grid overflow-hidden border-t border-hairline print:hidden ${isOne ? 'max-h-[860px] lg:aspect-[2/1]' : 'gap-px lg:grid-cols-2'}`}
      aria-label="The receiver"
    >
      {variants.map(({ id, photo, finish }, index) => (
        <figure key={id ?? index} className="relative overflow-hidden">
          <div className={isOne ? 'max-lg:ml-[-25%] max-lg:w-[150%]' : ''}>
            {photo ? (
              <Photo photo={photo} sizes={isOne ? '100vw' : '50vw'} />
            ) : (
              <CloseView
                receiver={receiver}
                index={index}
                isLazy
                alt={closeViewAlt(receiver, drop.name, drop.totalUnits, index)}
              />
            )}
          </div>
          {!isOne && finish && (
            <figcaption className="absolute bottom-3 left-3 bg-page px-2 py-1 text-sm lg:bottom-6 lg:left-6">
              {finish}
            </figcaption>
          )}
        </figure>
      ))}
      {stamp && <Stamp stamp={stamp} className="top-6 right-6 lg:top-10 lg:right-gutter" />}
    </section>
  )
}

export function Apart({ receiver, name }: { receiver: DropPageView['receiver']; name: string }) {
  const { base, version, parts } = receiver
  const src = (at: number, upright = '') => `${base}/part-${at}${upright}.svg?v=${version}`
  const pictures = [...parts.layers, { name: '', dx: 0, dy: 0 }]
  return (
    <section className="apart section overflow-clip" aria-labelledby="apart">
      <div className="wrap relative">
        <h2 className="h2 relative z-1 mb-4 lg:mb-0" id="apart">
          Taken apart
        </h2>
        <div className="relative @container">
          <div
            className="relative aspect-(--upright) w-[76%] max-w-[420px] lg:mx-auto lg:-mt-20 lg:aspect-(--ratio) lg:w-full lg:max-w-[1180px]"
            role="img"
            aria-label={`Exploded view of the rifle of ${name}: seven parts, drawn apart along the bore and the magazine well`}
            style={{ '--ratio': parts.ratio, '--upright': 1 / parts.ratio } as CSSProperties}
          >
            {pictures.map((part, at) => (
              <picture
                key={part.name}
                className={`absolute inset-0 ${part.name ? 'apart-part' : 'apart-draft'}`}
                style={{ '--dx': part.dx, '--dy': part.dy } as CSSProperties}
              >
                <source media="(width < 900px)" srcSet={src(at, '-upright')} />
                <img className="size-full" src={src(at)} alt="" loading="lazy" decoding="async" />
              </picture>
            ))}
          </div>
          <ol className="max-lg:mt-4 max-lg:text-sm max-lg:@min-[20rem]:absolute max-lg:@min-[20rem]:inset-0 max-lg:@min-[20rem]:mt-0 lg:absolute lg:right-0 lg:bottom-0 lg:w-[280px]">
            {parts.names.map(({ name: part, down, across }, at) => (
              <li
                key={part}
                className="flex items-center text-muted max-lg:@min-[20rem]:absolute max-lg:@min-[20rem]:right-0 max-lg:@min-[20rem]:left-[calc(min(420px,76%)*var(--across)+8px)] max-lg:@min-[20rem]:-translate-y-1/2 max-lg:@min-[20rem]:gap-2 max-lg:@min-[20rem]:whitespace-nowrap max-lg:@min-[20rem]:before:h-px max-lg:@min-[20rem]:before:min-w-3 max-lg:@min-[20rem]:before:flex-1 max-lg:@min-[20rem]:before:bg-control lg:border-t lg:border-hairline lg:py-1.5"
                style={
                  {
                    top: `${(down * 100).toFixed(1)}%`,
                    '--across': across.toFixed(3),
                    '--i': at,
                  } as CSSProperties
                }
              >
                <span className="w-8 font-display text-ink max-lg:hidden" aria-hidden>
                  {at + 1}
                </span>
                {part}
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}

export function Story({ drop, story }: { drop: Drop; story: string }) {
  return (
    <section className="section" aria-labelledby="story">
      <div className="wrap grid grid-cols-[112px_minmax(0,1fr)] items-center gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-x-24">
        <img
          className="h-auto w-full drop-shadow-[0_24px_32px_oklch(0_0_0/0.5)] lg:row-span-2 lg:mx-auto lg:w-[400px]"
          src={drop.patch.src}
          srcSet={drop.patch.srcSet}
          sizes="(width < 900px) 112px, 400px"
          width={480}
          height={490}
          alt={`The patch of ${drop.name}`}
          loading="lazy"
        />
        <h2 className="h2 lg:self-end" id="story">
          The Story
        </h2>
        <div className="prose max-lg:col-span-2 lg:self-start">
          {story.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  )
}

const included = [
  ['Numbered certificate', 'Letterpress, your line and number, signed by the builder.'],
  ['Exclusive patch', 'Embroidered for this drop only.'],
  ['Drop card', 'Number, date and build sheet.'],
  ['Custom case', 'Foam cut for your configuration.'],
] as const

export function Collector({ drop, number }: { drop: Drop; number: number | undefined }) {
  const src = `${drop.art.caseDrawing}&number={}`
  const facts = [
    ['Limited run', countOf(drop.totalUnits, 'unit')],
    ['Drop number', `№ ${dropNumberWords(drop.dropNumber)}`],
    ['Category', categoryWords[drop.category]],
    ['Authenticity', 'Verified'],
  ]
  return (
    <section className="section" aria-labelledby="collector">
      <div className="wrap">
        <h2 className="h2 mb-6 lg:mb-10" id="collector">
          Collector Details
        </h2>
        <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <img
            className="h-auto w-full"
            src={withNumber(src, number ?? 1)}
            data-number-src={src}
            width={1100}
            height={490}
            loading="lazy"
            alt="Case plan: certificate, patch, drop card and rifle in foam"
          />
          <ul className="max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4" aria-label="Included">
            {included.map(([title, text]) => (
              <li key={title} className="border-t border-hairline py-3">
                <h3 className="font-display text-lg leading-snug">{title}</h3>
                <p className="text-sm text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </div>
        <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-2 border-y border-hairline py-3 lg:mt-6 lg:grid-cols-4 lg:py-4">
          {facts.map(([term, value]) => (
            <div key={term} className="max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-2">
              <dt className="label">{term}</dt>
              <dd className="font-display text-base leading-snug lg:mt-1 lg:text-lg">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

export function Patches({ patches, status }: { patches: DropPageView['patches']; status: Drop['status'] }) {
  return (
    <Section kind="facts" id="patches" title="Patch Presale" lead={earlyWords[earlyOffer(patches, status)]}>
      <ul className="border-b border-hairline">
        {patches.map(
          ({ id, name, description, price, grantsEarlyAccess, availableQuantity, left, ...patch }) => (
            <li
              key={id}
              className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-t border-hairline py-4 wrap-anywhere sm:grid-cols-[96px_minmax(0,1fr)_auto] sm:gap-x-6"
            >
              {patch.photo ? (
                <Photo photo={patch.photo} sizes="96px" className="aspect-[48/49]" />
              ) : (
                <img
                  className="h-auto w-full"
                  {...patch.picture}
                  sizes="96px"
                  width={480}
                  height={490}
                  alt=""
                  loading="lazy"
                />
              )}
              <div className="grid gap-1">
                <h3 className="font-display text-lg leading-snug" id={`patch-${id}`}>
                  {name}
                </h3>
                {description && <p className="text-sm text-muted max-sm:hidden">{description}</p>}
                <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
                  {grantsEarlyAccess && status === 'coming_soon' && <Badge kind="live">Early access</Badge>}
                  {left === 0 && <Badge kind="sold">Sold out</Badge>}
                  {left} of {availableQuantity} left
                </p>
              </div>
              <div className="flex items-center justify-between gap-4 max-sm:col-start-2 sm:grid sm:justify-items-end">
                <Price cents={price} />
                <AddToCart
                  kind="patch"
                  id={id}
                  soldOut={left === 0}
                  describedBy={`patch-${id}`}
                  size="sm"
                  {...(left === 0 && { label: 'Sold Out' })}
                />
              </div>
            </li>
          ),
        )}
      </ul>
    </Section>
  )
}
