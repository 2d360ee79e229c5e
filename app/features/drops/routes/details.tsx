import type { ReactNode } from 'react'
import { pageHead, type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import { shopContext } from '#app/http/context.server.ts'
import { brand } from '#app/kit/brand.ts'
import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { SectionHead } from '#app/ui/section.tsx'
import { Sources } from '#app/features/claims/sources.tsx'
import { type ClaimView, figureThroughTime } from '../../claims/rules.ts'
import { findClaims, listClaimHistory } from '../../claims/store.server.ts'
import { findCurrentDrop } from '../store/drops.server.ts'
import type { Route } from './+types/details'

const claimKeys = ['tax.sbr', 'review.form4', 'filing.forms', 'age.sbr', 'wait.florida'] as const

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const moment = now()
  const [drop, claims, taxHistory] = await Promise.all([
    findCurrentDrop(db, moment),
    findClaims(db, claimKeys, moment, timeZone),
    listClaimHistory(db, ['tax.sbr']),
  ])
  return { drop, claims, tax: figureThroughTime(taxHistory), publicUrl }
}

export const headers = () => sharedPage

export function meta({ loaderData }: Route.MetaArgs) {
  return pageHead({
    title: `Drop Details, how a ${brand} drop works`,
    description:
      'How a numbered drop works: numbers, patches with early access, the ten-minute hold, the refundable deposit, the transfer through your dealer, and refunds.',
    path: '/drops/details',
    publicUrl: loaderData?.publicUrl ?? '',
  })
}

export default function Details({ loaderData: { drop, claims, tax } }: Route.ComponentProps) {
  const chapters = chaptersOf({ claims, tax, depositCents: drop?.depositPrice })
  return (
    <>
      <section className="section border-t-0" aria-labelledby="details">
        <div className="wrap">
          <SectionHead
            title="Drop Details"
            lead="A drop is a run that is made once. This is what happens from the first number to the day you collect it."
            id="details"
            level={1}
          />
          <div className="mt-12 grid grid-cols-1 gap-x-6 gap-y-12 lg:mt-16 lg:grid-cols-[minmax(0,3fr)_minmax(0,9fr)]">
            <nav className="self-start lg:sticky lg:top-24" aria-label="On this page">
              <ol className="max-lg:columns-2">
                {chapters.map(({ id, title }) => (
                  <li key={id} className="py-1.5 font-display text-lg leading-normal tracking-wide">
                    <a className="link" href={`#${id}`}>
                      {title}
                    </a>
                  </li>
                ))}
              </ol>
            </nav>
            <div>
              {chapters.map((chapter, index) => (
                <ChapterView key={chapter.id} chapter={chapter} number={index + 1} />
              ))}
              <div className="btns border-t border-hairline pt-7">
                <ButtonLink href={drop ? `/drops/${drop.slug}` : '/drops/vault'} variant="primary">
                  {drop ? `See ${drop.name}` : 'Explore the Vault'}
                </ButtonLink>
                {drop && <ButtonLink href="/drops/vault">Explore the Vault</ButtonLink>}
              </div>
            </div>
          </div>
        </div>
      </section>
      <Sources claims={Object.values(claims)} />
    </>
  )
}

function ChapterView({ chapter: { id, title, paragraphs }, number }: { chapter: Chapter; number: number }) {
  return (
    <section
      className="grid grid-cols-[44px_minmax(0,1fr)] border-t border-hairline pt-7 pb-8 lg:grid-cols-[54px_minmax(0,1fr)]"
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <span className="circled-number" aria-hidden>
        {number}
      </span>
      <div className="prose text-ink">
        <h2 className="h3 mt-0 leading-snug" id={`${id}-title`}>
          {title}
        </h2>
        {paragraphs.map((paragraph, at) => paragraph && <p key={at}>{paragraph}</p>)}
      </div>
    </section>
  )
}

type Chapter = { id: string; title: string; paragraphs: readonly ReactNode[] }

type Facts = {
  claims: Partial<Record<(typeof claimKeys)[number], ClaimView>>
  tax: string
  depositCents: number | undefined
}

function chaptersOf({ claims, tax, depositCents }: Facts): Chapter[] {
  const deposit =
    depositCents === undefined
      ? 'Each drop sets its deposit per number'
      : `The deposit is ${formatCents(depositCents)} for each number`
  return [
    {
      id: 'numbers',
      title: 'Numbers',
      paragraphs: [
        'Every unit of a drop has one number, from 1 to the size of the run. Choose yours on the drop page, or take the lowest open one.',
        <>
          The number is engraved on the receiver and printed on the certificate and the drop card. It is also
          one line of the drop’s drawing: lit while the number is open, dashed while someone checks out with
          it, faded once it is taken. When the run closes, its numbers are not used again, and the whole
          drawing is lit and stays in <a href="/drops/vault">the vault</a>. The edition number is not the
          serial number that the law requires; the receiver carries both.
        </>,
      ],
    },
    {
      id: 'presale',
      title: 'Patch presale',
      paragraphs: [
        'Some drops have embroidered patches. An “Early access” patch lets you reserve 24 hours before the launch; other patches are keepsakes.',
        'A patch does not include a number. A number is yours only once you pay its deposit. Each drop page shows its patches, prices and what is left.',
      ],
    },
    {
      id: 'reservation',
      title: 'Reservation',
      paragraphs: [
        'After the launch you can hold a number for ten minutes. Nobody else can take it while you give your details and pay the deposit. You can extend a hold to thirty minutes in all. If it ends unpaid, the number reopens for everyone.',
        'Paying the deposit reserves the number for you. If your state allows the item only with conditions, our staff reviews the order before the build. We email you a confirmation with a private link to follow your reservation. There are no accounts: keep the link, and do not share it.',
        claims['age.sbr']?.text,
      ],
    },
    {
      id: 'deposit',
      title: 'Deposit',
      paragraphs: [
        `${deposit}, and it reserves the number. You pay only the deposit now, and it counts toward the price of your variant, which is yours from the moment you hold it. Before the build you accept an agreement; then the balance is due.`,
        'The deposit is fully refundable from your private link until the transfer form is filed.',
      ],
    },
    {
      id: 'transfer',
      title: 'Transfer',
      paragraphs: [
        'A short-barreled rifle is an NFA item. It never ships to you: we build and register it, send it to the licensed dealer you choose, and you collect it there after federal approval. We check your state’s law before you pay, and your dealer’s state when you choose the dealer. Where the item is prohibited, we refuse and tell you why.',
        claims['filing.forms']?.text,
        claims['tax.sbr'] &&
          `Federal tax on the transfer of a short-barreled rifle: ${tax}. Registration, fingerprints, photograph and approval are required whatever the tax.`,
        claims['review.form4']?.text,
        claims['wait.florida']?.text,
      ],
    },
    {
      id: 'refund',
      title: 'Refund',
      paragraphs: [
        'Until the transfer form is filed, the private link has a refund button: it refunds the whole deposit and reopens your number. The money goes back to your card; how soon it shows up depends on your bank.',
        'After the form is filed, write to us. The refund policy says what you get back in each case.',
      ],
    },
  ]
}
