import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import type { ClaimView } from '../../claims/rules.ts'

/** The claims that the page cites; those not in force are missing. */
export type DetailClaims = Partial<
  Record<'tax.sbr' | 'review.form4' | 'filing.forms' | 'age.sbr' | 'wait.florida', ClaimView>
>

/** One part of how drops work. */
export type Chapter = { id: string; title: string; content: ReactNode }

type Facts = {
  claims: DetailClaims
  tax: string
  /** Of the current drop, if there is one. */
  depositCents: number | undefined
}

/** How drops work, from the number to the refund. */
export function chaptersOf({ claims, tax, depositCents }: Facts): Chapter[] {
  const deposit =
    depositCents === undefined
      ? 'Each drop sets its deposit per number'
      : `The deposit is ${formatCents(depositCents)} for each number`
  return [
    {
      id: 'numbers',
      title: 'Numbers',
      content: (
        <>
          <p>
            Every unit of a drop has one number, from 1 to the size of the run. Choose yours on the drop page,
            or take the lowest open one.
          </p>
          <p>
            The number is engraved on the receiver and printed on the certificate and the drop card. It is
            also one line of the drop’s drawing: lit while the number is open, dashed while someone checks out
            with it, faded once it is taken. When the run closes, its numbers are not used again, and the
            whole drawing is lit and stays in <Link to="/drops/vault">the vault</Link>. The edition number is
            not the serial number that the law requires; the receiver carries both.
          </p>
        </>
      ),
    },
    {
      id: 'presale',
      title: 'Patch presale',
      content: (
        <>
          <p>
            Some drops have embroidered patches. An “Early access” patch lets you reserve 24 hours before the
            launch; other patches are keepsakes.
          </p>
          <p>
            A patch does not include a number. A number is yours only once you pay its deposit. Each drop page
            shows its patches, prices and what is left.
          </p>
        </>
      ),
    },
    {
      id: 'reservation',
      title: 'Reservation',
      content: (
        <>
          <p>
            After the launch you can hold a number for ten minutes. Nobody else can take it while you give
            your details and pay the deposit. You can extend a hold to thirty minutes in all. If it ends
            unpaid, the number reopens for everyone.
          </p>
          <p>
            Paying the deposit reserves the number for you. If your state allows the item only with
            conditions, our staff reviews the order before the build. We email you a confirmation with a
            private link to follow your reservation. There are no accounts: keep the link, and do not share
            it.
          </p>
          <Claim of={claims['age.sbr']} />
        </>
      ),
    },
    {
      id: 'deposit',
      title: 'Deposit',
      content: (
        <>
          <p>
            {deposit}, and it reserves the number. You pay only the deposit now, and it counts toward the
            price of your variant, which is yours from the moment you hold it. Before the build you accept an
            agreement; then the balance is due.
          </p>
          <p>The deposit is fully refundable from your private link until the transfer form is filed.</p>
        </>
      ),
    },
    {
      id: 'transfer',
      title: 'Transfer',
      content: (
        <>
          <p>
            A short-barreled rifle is an NFA item. It never ships to you: we build and register it, send it to
            the licensed dealer you choose, and you collect it there after federal approval. We check your
            state’s law before you pay, and your dealer’s state when you choose the dealer. Where the item is
            prohibited, we refuse and tell you why.
          </p>
          <Claim of={claims['filing.forms']} />
          {claims['tax.sbr'] && (
            <p>
              Federal tax on the transfer of a short-barreled rifle: {tax}. Registration, fingerprints,
              photograph and approval are required whatever the tax.
            </p>
          )}
          <Claim of={claims['review.form4']} />
          <Claim of={claims['wait.florida']} />
        </>
      ),
    },
    {
      id: 'refund',
      title: 'Refund',
      content: (
        <>
          <p>
            Until the transfer form is filed, the private link has a refund button: it refunds the whole
            deposit and reopens your number. The money goes back to your card; how soon it shows up depends on
            your bank.
          </p>
          <p>After the form is filed, write to us. The refund policy says what you get back in each case.</p>
        </>
      ),
    },
  ]
}

function Claim({ of }: { of: ClaimView | undefined }) {
  return of && <p>{of.text}</p>
}
