import ArrowRight from 'lucide-react/icons/arrow-right'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { Form, Link } from 'react-router'
import { balanceRange, priceRange } from '#app/features/orders/offered.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { countOf } from '#app/kit/count.ts'
import { formatCents } from '#app/kit/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Countdown } from '#app/ui/countdown.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Hero } from '#app/ui/hero.tsx'
import { Instant } from '#app/ui/instant.tsx'
import { Price } from '#app/ui/price.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import { PhotoGallery } from '../../photos/components/photo-gallery.tsx'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import type { toDropPage } from '../routes/drop-view.server.ts'
import {
  chosenVariant,
  earlyOffer,
  isEarlyAccess,
  patchPath,
  strokeStates,
  type UnitState,
  unpackUnits,
  fillFigures,
  figuresOf,
  followDrop,
  withNumber,
  unitLabel,
  cartIdOf,
  groupOf,
  type UnitGroup,
  unitGroups,
} from '../rules.ts'
import {
  categoryWords,
  dropNumberWords,
  earlierDropsWords,
  earlyWords,
  refusalWords,
  spellNumber,
} from '../words.ts'
import {
  artName,
  CountSentence,
  fromPrice,
  HeroPicture,
  NotifyButton,
  Stamp,
  StatusBadge,
  VariantChoice,
  LiveCount,
} from './drop-parts.tsx'
import { CloseView, closeViewAlt, digitsOf, numberStyle, ReceiverStage } from './receiver-stage.tsx'
import '../drop-page.css'

type Props = ReturnType<typeof toDropPage> & {
  earlier: number
  now: Date
  timeZone: string
  from?: number
  /** Shown to staff before visitors see it: it follows no live numbers. */
  isPreview?: boolean
}

type Drop = Props['drop']

export function DropPage(props: Props) {
  const { drop, story, patches, variants, receiver, photos, earlier, from = 1, isPreview = false } = props
  const { status } = drop.live
  const units = unpackUnits(drop.live.units)
  const group = groupOf(from, units.length)
  const first = units.indexOf('open', group.from - 1) + 1
  const number = status === 'live' && first > 0 && first <= group.to ? first : undefined
  const hasGallery = photos.gallery.length > 0
  return (
    <div
      {...followDrop(drop.slug, drop.live, drop.house.length)}
      {...(isPreview && { 'data-live': undefined })}
      style={numberStyle(receiver.platform, number)}
    >
      {status === 'live' ? (
        <Stage {...props} units={units} group={group} number={number} />
      ) : (
        <Announced {...props} units={units} />
      )}
      <Facts drop={drop} units={units} variants={variants} />
      {status !== 'live' && !hasGallery && <Macro drop={drop} receiver={receiver} />}
      <PhotoSection set={photos} title="The Rifle" />
      {!hasGallery && <Apart receiver={receiver} name={drop.name} />}
      <Story drop={drop} story={story} />
      <Collector drop={drop} number={number} />
      {patches.length > 0 && <Patches patches={patches} status={status} />}
      <section className="border-t border-hairline" aria-labelledby="to-vault">
        <div className="wrap flex items-center justify-between gap-4 py-4 lg:py-8">
          <h2 className="font-display text-base font-book lg:text-xl" id="to-vault">
            {earlierDropsWords(earlier)}
          </h2>
          <ButtonLink to="/drops/vault">
            Explore the Vault <ArrowRight aria-hidden />
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}

const holdFormId = 'hold'

type StageProps = Props & { units: readonly UnitState[]; group: UnitGroup; number: number | undefined }

function Stage({ drop, patches, variants, receiver, photos, now, units, group, number }: StageProps) {
  const { slug, house } = drop
  const isAnyOpen = units.includes('open')
  const notice = drop.live.paused ? refusalWords.paused : isAnyOpen ? undefined : refusalWords.none_open
  const chosen = chosenVariant(variants, undefined)
  const steel = chosen ?? variants[0]
  const prices = pricesOf(drop, variants)
  const canHold = number !== undefined && !notice
  const gone = units.flatMap((state, at) => (state === 'taken' && !house.includes(at + 1) ? [at + 1] : []))
  return (
    <section className="stage grid grid-cols-[minmax(0,1fr)] max-lg:block" aria-labelledby="drop">
      <ReceiverStage
        receiver={receiver}
        cover={photos.cover}
        number={number}
        total={drop.totalUnits}
        isPicking={canHold}
        name={drop.name}
        transitionName={artName(slug)}
      />
      <div className="wrap pointer-events-none relative z-1 [grid-area:1/1] lg:*:w-[min(500px,36vw)] lg:*:min-w-[380px] *:[&_:is(a,button,input,label,summary)]:pointer-events-auto">
        <div className="flex flex-col items-start gap-3 pt-2 pb-2 lg:min-h-[calc(100svh-var(--spacing-nav)-96px)] lg:gap-6 lg:pt-10 lg:[@media(height<820px)]:gap-3 lg:[@media(height<820px)]:pt-5">
          <p className="flex flex-wrap items-center gap-4">
            <StatusBadge status="live" />
            <span className="label stage-quiet text-ink">Drop № {dropNumberWords(drop.dropNumber)}</span>
          </p>
          <h1
            className={`display ${drop.name.length > 18 ? 'max-w-[14ch] text-display-sm' : 'max-w-[10ch] text-display lg:text-[min(var(--display-size),15svh)]'}`}
            id="drop"
          >
            {drop.name}
          </h1>
          {drop.tagline && (
            <p className="stage-quiet text-base text-balance lg:max-w-[26ch] lg:text-xl lg:leading-normal">
              {drop.tagline}
            </p>
          )}
          {drop.endDate && (
            <div className="stage-quiet max-lg:order-1 max-lg:w-full">
              <Countdown until={drop.endDate} now={now} label="Ends in:" ended={null} size="card" />
            </div>
          )}
          <dl className="stage-quiet flex flex-wrap items-baseline gap-x-6 lg:mt-auto">
            <div>
              <dt className="sr-only">Starting price</dt>
              <dd className="font-display text-3xl font-light lg:text-h2">{fromPrice(prices)}</dd>
            </div>
            <div className="leading-snug max-lg:text-sm">
              <dt className="sr-only">Rifle</dt>
              <dd>
                {[steel?.caliber, steel?.barrel && `${steel.barrel} barrel`].filter(Boolean).join(', ')}
              </dd>
              <dt className="sr-only">Deposit</dt>
              <dd>{formatCents(drop.depositPrice)} deposit, refundable</dd>
            </div>
          </dl>
          {notice && (
            <p className="stage-quiet max-w-[48ch]">
              <strong>{notice.title}.</strong> {notice.text}
            </p>
          )}
          <p className="btns stage-quiet max-lg:order-1">
            <ButtonLink to="#units" size="sm">
              Join Drop
            </ButtonLink>
            {patches.length > 0 && <BuyPatch patches={patches} status="live" />}
          </p>
        </div>
        <section className="scroll-mt-24 pt-8 pb-4 lg:pt-16 lg:pb-8" id="units" aria-labelledby="pick">
          <h2 className="h2 stage-quiet mb-2 w-fit" id="pick">
            Pick your number
          </h2>
          <p className="stage-quiet mb-6 w-fit max-w-[40ch] text-muted">
            <CountSentence units={units} house={house.length} /> Yours is cut into the receiver, printed on
            the certificate and the drop card, and a line of the drawing.
          </p>
          <Groups slug={slug} units={units} group={group} />
          <fieldset
            className="grid grid-cols-5 gap-2 sm:grid-cols-8 lg:grid-cols-6"
            data-from={group.from}
            data-to={group.to}
          >
            <legend className="sr-only">
              Units {group.from} to {group.to}
            </legend>
            {units.slice(group.from - 1, group.to).map((state, index) => {
              const own = group.from + index
              if (state === 'taken') return null
              return (
                <label key={own} className={`unit ${state}`}>
                  <input
                    className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
                    type="radio"
                    name="number"
                    value={own}
                    form={holdFormId}
                    required
                    defaultChecked={own === number}
                    disabled={state !== 'open'}
                    aria-label={unitLabel(own, state)}
                    {...digitsOf(own)}
                  />
                  {own}
                </label>
              )
            })}
          </fieldset>
          <details className="stage-quiet mt-2 w-fit text-muted">
            <summary className="cursor-pointer py-3 text-sm">
              <LiveCount words="{sold} taken" figures={figuresOf(units, house.length)} />
              {house.length > 0 && `, ${house.length} set aside for the house`}
            </summary>
            <p className="font-display text-base leading-relaxed wrap-anywhere text-faint" data-gone="">
              {gone.join(', ')}
            </p>
            {house.length > 0 && (
              <p className="text-sm text-faint">Set aside for the house: {house.join(', ')}.</p>
            )}
          </details>
          <p className="sr-only" role="status" data-changes="" />
        </section>
        <div className="grid gap-2 pb-6 lg:gap-4 lg:pb-8">
          <VariantChoice variants={variants} chosen={chosen} form={holdFormId} />
          <div role="alert" data-lost="">
            {notice && <RefusalNotice {...notice} />}
          </div>
          <template id="number-lost">
            <RefusalNotice {...refusalWords.unit_taken} />
          </template>
          {canHold && (
            <div className="pointer-events-auto noscript:hidden" data-number-cart="">
              <AddToCart kind="drop_unit" id={cartIdOf(slug, number, chosen?.id)} variant="text" size="sm" />
            </div>
          )}
        </div>
        {canHold && (
          <Form
            id={holdFormId}
            className="stage-hold z-2 py-4 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:w-full max-lg:border-t max-lg:border-hairline max-lg:bg-page max-lg:px-gutter max-lg:py-3 lg:sticky lg:bottom-0 short:static"
            method="post"
            action={`/drops/${slug}/reserve`}
            autoComplete="off"
            {...heldProof(`drop:${slug}`)}
          >
            <input type="hidden" name="key" value="" />
            <Button variant="primary" block busyLabel="Holding">
              <span data-number-text="Hold № {}" data-number-none="Hold">
                Hold this number
              </span>
            </Button>
          </Form>
        )}
      </div>
    </section>
  )
}

function Groups({ slug, units, group }: { slug: string; units: readonly UnitState[]; group: UnitGroup }) {
  const groups = unitGroups(units.length)
  if (groups.length === 1) return null
  return (
    <div className="mb-6 grid gap-4 bg-page">
      <nav aria-label="Numbers by the hundred">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-1.5">
          {groups.map(({ from, to }) => (
            <li key={from}>
              <Link
                className="grid min-h-11 gap-0.5 rounded-control border border-control p-2 font-display text-base leading-tight whitespace-nowrap hover:border-accent aria-[current]:border-accent aria-[current]:bg-accent-tint"
                to={`/drops/${slug}?from=${from}#units`}
                aria-current={from === group.from ? 'true' : undefined}
              >
                {from} to {to}
                <small className="font-text text-xs text-muted" data-open-from={from} data-open-to={to}>
                  {units.slice(from - 1, to).filter((state) => state === 'open').length} open
                </small>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Form className="flex items-end gap-2" action={`/drops/${slug}/reserve`}>
        <TextField
          label="Go to number"
          name="number"
          type="number"
          inputMode="numeric"
          min={1}
          max={units.length}
          required
          autoComplete="off"
        />
        <Button>Show</Button>
      </Form>
    </div>
  )
}

type PatchViews = Props['patches']

function BuyPatch({ patches, status }: { patches: PatchViews; status: Drop['live']['status'] }) {
  const early = patches.find((patch) => patch.grantsEarlyAccess && patch.left > 0)
  if (early && earlyOffer(patches, status) === 'offered')
    return <AddToCart kind="patch" id={early.id} label="Buy Patch for Early Access" />
  return (
    <ButtonLink to="#patches" {...(status === 'live' && { size: 'sm' })}>
      {patches.length === 1 ? 'See the Patch' : 'See the Patches'}
    </ButtonLink>
  )
}

function Announced({ drop, patches, photos, units, now, timeZone }: Props & { units: readonly UnitState[] }) {
  const { slug, launchDate, live } = drop
  const status = live.status as Exclude<typeof live.status, 'live'>
  const until = status === 'coming_soon' ? launchDate : status === 'sold_out' ? drop.endDate : null
  const life = { ...drop, status, remaining: 1, pausedAt: live.paused ? new Date(0) : null }
  const isEarly = isEarlyAccess(life, now)
  const made = units.filter((state) => state === 'taken').length
  return (
    <Hero
      title={drop.name}
      tagline={drop.tagline}
      dropTheme={drop.theme}
      ownColors={drop.ownColors}
      art={
        photos.cover ? (
          <Photo
            photo={photos.cover}
            sizes="100vw"
            isFirst
            isDecorative
            className="absolute inset-0 h-full"
          />
        ) : (
          <HeroPicture slug={drop.slug} art={drop.art} />
        )
      }
      badges={
        <>
          <StatusBadge status={status} />
          <span className="label">Drop № {dropNumberWords(drop.dropNumber)}</span>
        </>
      }
      {...(until && {
        endTime: until,
        now,
        countdownLabel: status === 'coming_soon' ? 'Launches in:' : 'Ends in:',
        ended: null,
      })}
      primaryCTA={<NotifyButton slug={slug} status={status} variant="primary" label="Get Notified" />}
      {...(isEarly
        ? { secondaryCTA: { label: 'Reserve with a code', to: `/drops/${slug}/reserve` } }
        : patches.length > 0 && { secondaryCTA: <BuyPatch patches={patches} status={status} /> })}
    >
      {isEarly && patches.length > 0 && (
        <div className="mt-4 w-fit">
          <BuyPatch patches={patches} status={status} />
        </div>
      )}
      <p className="mt-4 max-w-[52ch] text-base text-muted">
        {status === 'coming_soon' ? (
          <>
            {launchDate ? (
              <>
                Numbers open <Instant at={launchDate} timeZone={timeZone} />.{' '}
              </>
            ) : (
              'Numbers open at the launch. '
            )}
            {isEarly ? (
              <>
                <strong className="text-ink">Early access is open:</strong> with a code from a patch you can
                reserve a number now, before launch.
              </>
            ) : (
              <Link className="link" to="/drops/details">
                How a drop works
              </Link>
            )}
          </>
        ) : status === 'sold_out' ? (
          `${units.length === 1 ? 'The only unit is' : `All ${spellNumber(units.length)} units are`} taken. A returned number is offered to who asked to be notified first.`
        ) : (
          `The run is closed. ${madeWords(made, units.length)}`
        )}
      </p>
    </Hero>
  )
}

function madeWords(made: number, total: number): string {
  if (made < total)
    return `${made} of ${total} units were made. The other numbers were never engraved and will not be.`
  if (total === 1) return 'The only unit was made. Its number is not used again.'
  return `All ${spellNumber(total)} units were made. Their numbers are not used again.`
}

const pricesOf = (drop: Drop, variants: Props['variants']) =>
  variants.length > 0 ? variants.map(({ priceCents }) => priceCents) : [drop.basePrice]

function Facts({
  drop,
  units,
  variants,
}: {
  drop: Drop
  units: readonly UnitState[]
  variants: Props['variants']
}) {
  const { status } = drop.live
  const isOver = status === 'sold_out' || status === 'archived'
  const figures = figuresOf(units)
  const prices = pricesOf(drop, variants)
  const left = status === 'archived' ? '0' : '{remaining}'
  const label = `${left} of ${countOf(units.length, 'unit')} remain, {percent} percent sold`
  const gallery = variants.flatMap(({ photos }) => photos?.gallery ?? [])
  return (
    <Section title={isOver ? 'What was made' : 'What you are buying'}>
      <table className="w-full border-b border-hairline">
        <tbody>
          <Row term="Units available">
            <LiveCount words={`${left} of {total}`} figures={figures} className="font-display text-xl" />
            <span className="mt-2 block">
              <Ticks
                units={status === 'archived' ? units.map(() => 'taken') : strokeStates(status, units)}
                label={fillFigures(label, figures)}
                follows={label}
              />
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

function Row({
  term,
  note,
  children,
}: {
  term: string
  note?: string | null | undefined
  children: ReactNode
}) {
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

function Section({
  title,
  lead,
  id,
  children,
}: {
  title: string
  lead?: ReactNode
  id?: string
  children: ReactNode
}) {
  const made = useId()
  return (
    <section className="scroll-mt-16 border-t border-hairline py-8 lg:py-24" id={id} aria-labelledby={made}>
      <div className="wrap grid gap-x-24 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2 className="h2" id={made}>
            {title}
          </h2>
          {lead && <p className="mt-3 max-w-[44ch] text-muted">{lead}</p>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  )
}

function Macro({ drop, receiver }: { drop: Drop; receiver: Props['receiver'] }) {
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

function Apart({ receiver, name }: { receiver: Props['receiver']; name: string }) {
  const { base, version, parts } = receiver
  const src = (at: number, upright = '') => `${base}/part-${at}${upright}.svg?v=${version}`
  const pictures = [...parts.layers, { name: '', dx: 0, dy: 0 }]
  return (
    <section
      className="apart overflow-clip border-t border-hairline py-8 lg:pt-24 lg:pb-16"
      aria-labelledby="apart"
    >
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

function Story({ drop, story }: { drop: Drop; story: string }) {
  return (
    <section className="border-t border-hairline py-8 lg:py-24" aria-labelledby="story">
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

function Collector({ drop, number }: { drop: Drop; number: number | undefined }) {
  const src = `${drop.art.caseDrawing}&number={}`
  const facts = [
    ['Limited run', countOf(drop.totalUnits, 'unit')],
    ['Drop number', `№ ${dropNumberWords(drop.dropNumber)}`],
    ['Category', categoryWords[drop.category]],
    ['Authenticity', 'Verified'],
  ]
  return (
    <section className="border-t border-hairline py-8 lg:py-24" aria-labelledby="collector">
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

function Patches({ patches, status }: { patches: PatchViews; status: Drop['live']['status'] }) {
  return (
    <Section id="patches" title="Patch Presale" lead={earlyWords[earlyOffer(patches, status)]}>
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
                  <Link className="link" to={patchPath(id)}>
                    {name}
                  </Link>
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
