import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { DatedClaim } from '../../claims/components/dated-claim.tsx'
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
      ? 'Each drop names its deposit for one number'
      : `The deposit is ${formatCents(depositCents)} for each number`
  return [
    {
      id: 'numbers',
      title: 'Numbers',
      content: (
        <>
          <p>
            Every unit of a drop has one number, from 1 to the size of the run. You choose yours on the map of
            the drop, or take the lowest one that is open.
          </p>
          <p>
            The number is engraved on the receiver and printed on the certificate and the drop card. It is
            also one line of the drop’s drawing: lit while the number is open, dashed while somebody checks
            out with it, quiet once it is taken. When the run closes, its numbers are not used again, and the
            drawing stays in <Link to="/drops/vault">the vault</Link>. The edition number is not the serial
            number that the law requires; the receiver carries both.
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
            Some drops have embroidered patches. A patch that says “Early access” opens the reservation of its
            drop 24 hours before the launch; other patches are keepsakes and open nothing.
          </p>
          <p>
            A patch is not a number. With or without one, a number is yours only when its reservation is paid.
            The page of each drop says which patches it has, what they cost and how many are left.
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
            From the launch on you can hold a number for ten minutes. Nobody else can take it while you give
            your details and pay the deposit. A hold can be renewed for up to thirty minutes in all; when it
            ends unpaid, the number opens again for everyone.
          </p>
          <p>
            Paying the deposit makes the number yours. You get a confirmation by mail with a private link,
            which shows how far your reservation has come. There are no accounts: keep the link, and do not
            pass it on.
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
            {deposit}, and it is what reserves it. The starting price is for the standard configuration; the
            final price depends on your build.
          </p>
          <p>The deposit is refundable in full from your private link until the transfer form is filed.</p>
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
            state’s law before you pay; where it prohibits the item, we refuse the reservation and tell you
            why.
          </p>
          <Claim of={claims['filing.forms']} />
          {claims['tax.sbr'] && (
            <DatedClaim claim={claims['tax.sbr']}>
              Federal tax on the transfer of a short-barreled rifle: {tax}. Registration, fingerprints,
              photograph and approval are required whatever the tax.
            </DatedClaim>
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
            Until the transfer form is filed, the private link has a refund button: it gives back the whole
            deposit and opens your number again. The money goes to the card it came from; how soon it shows
            there is up to your bank.
          </p>
          <p>After the form is filed the operator decides on refunds; the private link says how to ask.</p>
        </>
      ),
    },
  ]
}

function Claim({ of }: { of: ClaimView | undefined }) {
  return of && <DatedClaim claim={of} />
}
