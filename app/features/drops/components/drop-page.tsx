import ArrowRight from 'lucide-react/icons/arrow-right'
import { Form } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { heldProof } from '#app/http/proofs.ts'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Countdown, Instant } from '#app/ui/countdown.tsx'
import { Hero } from '#app/ui/hero.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import { PhotoSection, Photo } from '../../photos/components/photo.tsx'
import type { DropPageView } from '../routes/drop-view.server.ts'
import {
  cartIdOf,
  chosenVariant,
  earlyOffer,
  figuresOf,
  followDrop,
  isEarlyAccess,
  lowestOpen,
  unitLabel,
} from '../rules.ts'
import { type BuildWindow, windowSentence, windowWords } from '../small-batch.ts'
import { dropNumberWords, earlierDropsWords, refusalWords } from '../words.ts'
import {
  artName,
  CountSentence,
  fromPrice,
  HeroPicture,
  JoinWindow,
  LiveCount,
  NotifyButton,
  StatusBadge,
  VariantChoice,
} from './drop-parts.tsx'
import { Apart, Collector, Facts, Macro, Patches, pricesOf, Story } from './drop-sections.tsx'
import { digitsOf, numberStyle, ReceiverStage } from './receiver-stage.tsx'
import '../drop-page.css'

type Props = DropPageView & {
  otherWindows?: readonly BuildWindow[]
  /** Shown to staff before visitors see it: it follows no live numbers. */
  isPreview?: boolean
}

type Drop = Props['drop']

export function DropPage(props: Props) {
  const { drop, story, patches, variants, receiver, photos, earlier, otherWindows, isPreview = false } = props
  const { status, units } = drop
  const number = status === 'live' ? lowestOpen(units) : undefined
  const hasGallery = photos.gallery.length > 0
  return (
    <div
      {...followDrop(drop, drop.house.length)}
      {...(isPreview && { 'data-live': undefined })}
      style={numberStyle(receiver.platform, number)}
    >
      {status === 'live' ? <Stage {...props} number={number} /> : <Announced {...props} status={status} />}
      <Facts drop={drop} variants={variants} />
      {status !== 'live' && !hasGallery && <Macro drop={drop} receiver={receiver} />}
      <PhotoSection set={photos} title="The Rifle" />
      {!hasGallery && <Apart receiver={receiver} name={drop.name} />}
      <Story drop={drop} story={story} />
      <Collector drop={drop} number={number} />
      {patches.length > 0 && <Patches patches={patches} status={status} />}
      {drop.smallBatch ? (
        <OtherWindows windows={otherWindows ?? []} />
      ) : (
        <section className="border-t border-hairline" aria-labelledby="to-vault">
          <div className="wrap flex items-center justify-between gap-4 py-4 lg:py-8">
            <h2 className="font-display text-base font-book lg:text-xl" id="to-vault">
              {earlierDropsWords(earlier)}
            </h2>
            <ButtonLink href="/drops/vault">
              Explore the Vault <ArrowRight aria-hidden />
            </ButtonLink>
          </div>
        </section>
      )}
    </div>
  )
}

const holdFormId = 'hold'

type StageProps = Props & { number: number | undefined }

function Stage({ drop, patches, variants, receiver, photos, now, number }: StageProps) {
  const { slug, smallBatch, house, units } = drop
  const isAnyOpen = units.includes('open')
  const notice = drop.pausedAt ? refusalWords.paused : isAnyOpen ? undefined : refusalWords.none_open
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
            <StatusBadge status="live" smallBatch={smallBatch} />
            <span className="label stage-quiet text-ink">{runWords(drop)}</span>
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
              <Countdown
                until={drop.endDate}
                now={now}
                label={smallBatch ? 'Window closes in:' : 'Ends in:'}
                ended={null}
              />
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
            <ButtonLink href="#units" size="sm">
              {smallBatch ? 'Reserve a Number' : 'Join Drop'}
            </ButtonLink>
            {smallBatch && <JoinWindow smallBatch={smallBatch} name={drop.name} />}
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
          <fieldset className="grid grid-cols-5 gap-2 sm:grid-cols-8 lg:grid-cols-6" data-numbers="">
            <legend className="sr-only">Units 1 to {units.length}</legend>
            {units.map((state, index) => {
              const own = index + 1
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
            action={`${drop.path}/reserve`}
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

type PatchViews = Props['patches']

function BuyPatch({ patches, status }: { patches: PatchViews; status: Drop['status'] }) {
  const early = patches.find((patch) => patch.grantsEarlyAccess && patch.left > 0)
  if (early && earlyOffer(patches, status) === 'offered')
    return <AddToCart kind="patch" id={early.id} label="Buy Patch for Early Access" />
  return (
    <ButtonLink href="#patches" {...(status === 'live' && { size: 'sm' })}>
      {patches.length === 1 ? 'See the Patch' : 'See the Patches'}
    </ButtonLink>
  )
}

type AnnouncedProps = Props & { status: Exclude<Drop['status'], 'live'> }

function Announced({ drop, patches, photos, status, now, timeZone }: AnnouncedProps) {
  const { slug, smallBatch, launchDate, units } = drop
  const until = status === 'coming_soon' ? launchDate : status === 'sold_out' ? drop.endDate : null
  const isEarly = isEarlyAccess({ ...drop, remaining: 1 }, now)
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
          <StatusBadge status={status} smallBatch={smallBatch} />
          <span className="label">{runWords(drop)}</span>
        </>
      }
      {...(until && {
        endTime: until,
        now,
        countdownLabel: countdownWords(status, smallBatch !== null),
        ended: null,
      })}
      primaryCTA={
        smallBatch && status !== 'sold_out' ? (
          <JoinWindow smallBatch={smallBatch} name={drop.name} variant="primary" />
        ) : (
          <NotifyButton slug={slug} status={status} variant="primary" label="Get Notified" />
        )
      }
      {...(isEarly
        ? { secondaryCTA: { label: 'Reserve with a code', to: `${drop.path}/reserve` } }
        : smallBatch && status === 'sold_out'
          ? { secondaryCTA: <JoinWindow smallBatch={smallBatch} name={drop.name} /> }
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
              <a className="link" href="/drops/details">
                How a drop works
              </a>
            )}
          </>
        ) : status === 'sold_out' ? (
          `${units.length === 1 ? 'The only unit is' : `All ${units.length} units are`} taken. A returned number is first offered to those who asked to be notified.`
        ) : (
          `The run is closed. ${madeWords(drop.counts.taken, units.length)}`
        )}
      </p>
    </Hero>
  )
}

function madeWords(made: number, total: number): string {
  if (made < total)
    return `${made} of ${total} units were made. The other numbers were never engraved and will not be.`
  if (total === 1) return 'The only unit was made. Its number is not used again.'
  return `All ${total} units were made. Their numbers are not used again.`
}

function runWords(drop: Drop): string {
  return drop.smallBatch ? windowWords(drop) : `Drop № ${dropNumberWords(drop.dropNumber)}`
}

function countdownWords(status: Drop['status'], isWindow: boolean): string {
  if (status === 'coming_soon') return isWindow ? 'Window opens in:' : 'Launches in:'
  return isWindow ? 'Window closes in:' : 'Ends in:'
}

function OtherWindows({ windows }: { windows: readonly BuildWindow[] }) {
  return (
    <section className="section" aria-labelledby="other-windows">
      <div className="wrap grid gap-6 lg:grid-cols-2">
        <div className="col-span-full flex flex-wrap items-center justify-between gap-4">
          <h2 className="h2" id="other-windows">
            Other releases
          </h2>
          <ButtonLink href="/small-batch">All releases</ButtonLink>
        </div>
        {windows.map((window) => (
          <a
            key={window.slug}
            className="grid items-center overflow-hidden rounded-plate border border-hairline transition-colors duration-normal hover:border-control sm:grid-cols-[116px_minmax(0,1fr)] sm:gap-4 sm:pr-6 lg:grid-cols-[minmax(0,220px)_minmax(0,1fr)] lg:gap-6"
            href={window.path}
            data-theme={window.smallBatch}
          >
            <img
              className="size-full object-cover"
              src={window.art.card}
              alt=""
              width={artFrames.card.width}
              height={artFrames.card.height}
              loading="lazy"
            />
            <div className="grid gap-2 p-4 sm:px-0 lg:py-7">
              <h3 className="display text-h1 max-lg:text-3xl">{window.name}</h3>
              <p className="text-muted">{window.tagline}</p>
              <p className="text-sm text-muted">{windowSentence(window)}</p>
            </div>
          </a>
        ))}
      </div>
    </section>
  )
}
