import type { ReactNode } from 'react'
import { CheckField, SelectField, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { OrderVerb } from '../input.ts'
import { type Around, NoteField } from './document-fields.tsx'

type DealerVerb = Extract<
  OrderVerb,
  | 'set_dealer'
  | 'ask_dealer'
  | 'record_dealer_answer'
  | 'confirm_dealer'
  | 'send_dealer_request'
  | 'refuse_dealer'
  | 'withdraw_dealer'
>

export const dealerSearchForm = 'find-dealer'

export const dealerVerbFields: Record<DealerVerb, (around: Around) => ReactNode> = {
  set_dealer: SetDealerFields,
  ask_dealer: ({ sheet, field }) => (
    <TextField
      label="Dealer’s email"
      {...field('email', sheet.dealer?.requestEmail ?? sheet.dealer?.email)}
      type="email"
      hint="Only an address that you know to be theirs: the answer counts. An earlier request ends. It is used for this order only; the dealer’s file has the one for every order."
    />
  ),
  record_dealer_answer: ({ field }) => (
    <>
      <p className="text-muted">
        Call the number of the license, never one that the buyer gave. The answer counts at once, and the
        buyer is emailed.
      </p>
      <SelectField
        label="Answer"
        {...field('answer', 'accept')}
        options={[
          ['accept', 'Yes, they receive it'],
          ['decline', 'No'],
        ]}
      />
      <TextField label="Who you spoke to" {...field('answeredBy')} />
      <TextField label="Their fee in dollars, if yes; 0 for none" {...field('fee')} inputMode="decimal" />
      <TextField label="Their hours, if yes" {...field('hours')} />
      <CheckField label="They say that they take NFA items" name="nfa" value="yes" />
      <TextArea label="Why not, if no; only staff read it" {...field('reason')} />
    </>
  ),
  confirm_dealer: ({ sheet: { dealer } }) => (
    <p>
      {`You know that ${dealer?.requestEmail || 'this address'} is the address of ${dealer?.name ?? 'the dealer'}: from their license copy, or from a call to the number of their license. What they answer from it counts from now on, for this order.`}
    </p>
  ),
  send_dealer_request: ({ sheet: { dealer } }) => (
    <p>{`${dealer?.name ?? 'The dealer'} is emailed at ${dealer?.requestEmail ?? ''}. Look up their license first. Confirm the address once you know that it is theirs: only then the answer counts.`}</p>
  ),
  refuse_dealer: () => <p>Nothing is sent to the dealer, and the buyer is emailed to choose another one.</p>,
  withdraw_dealer: (around) => (
    <>
      <NoteField {...around} label="Why, for staff" />
      <CheckField label="What was shipped to the dealer is back with us" name="isBackWithUs" value="yes" />
    </>
  ),
}

function SetDealerFields({ sheet, field, found }: Around) {
  const { typed, dealers } = found
  return (
    <>
      <TextField
        form={dealerSearchForm}
        label="Find a dealer by name, city, ZIP code or license number"
        name="dealer"
        type="search"
        defaultValue={typed}
      />
      <Verb form={dealerSearchForm} look="quiet">
        Find
      </Verb>
      {typed && dealers.length === 0 && <p role="status">No dealer on the federal list matches that.</p>}
      {dealers.length > 0 ? (
        <fieldset className="grid min-w-0 gap-1">
          <legend>Dealers found</legend>
          {dealers.map(({ key, words }) => (
            <CheckField
              key={key}
              type="radio"
              label={words}
              name="license"
              value={key}
              defaultChecked={dealers.length === 1}
            />
          ))}
          {field('license').errors && <span className="con-error">Choose a dealer</span>}
        </fieldset>
      ) : (
        <TextField label="License number on the federal list" {...field('license', sheet.dealer?.key)} />
      )}
      <p className="text-muted">
        The state rules are checked with the dealer’s state, the dealer gets a request where we know the
        address, and the buyer is emailed.
      </p>
    </>
  )
}
