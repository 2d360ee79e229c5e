// No form can be forgotten: each file with one is part of a page that a journey opens, and each form is one whose answer the
// shop's own mechanism looks after (ui/pending-forms.tsx, http/network-failure.ts, ui/stay-on-page.ts).
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { openPages, ownPages } from './access-routes.ts'
import { madeStaffPages, openStaffPages } from './access-staff-routes.ts'
import { filesOfPages, listFormFiles, listOwnForms } from './form-sources.ts'

/** Forms of pages that the walks of access.spec.ts and access-staff.spec.ts do not open: the journey that does, and its press. */
const elsewhere: Readonly<Record<string, [spec: string, press: string]>> = {
  'app/features/catalog-desk/routes/import-run.tsx': ['catalog-desk.spec.ts', 'Write 1 accessory'],
  'app/features/checkout/routes/invoice.tsx': ['invoice.spec.ts', 'Confirm and get the invoice'],
  'app/features/dealers/components/answer-page.tsx': ['dealers.spec.ts', 'Send answer'],
  'app/features/drop-desk/routes/verb.tsx': ['drop-desk.spec.ts', 'Publish it'],
  'app/features/drops/components/offer-page.tsx': ['drop-variants.spec.ts', 'Continue to Checkout'],
  'app/features/inbox/routes/request-deletion.tsx': ['inbox.spec.ts', 'Delete now'],
  'app/features/inbox/routes/request.tsx': ['inbox.spec.ts', 'Mail answer and close'],
  'app/features/people/components/join.tsx': ['staff.spec.ts', 'Continue'],
  'app/features/people/routes/again.tsx': ['staff.spec.ts', 'Send it now'],
  'app/features/people/routes/recovery-codes.tsx': ['desk-access.spec.ts', 'Make new codes'],
  'app/features/people/routes/sign-in-code.tsx': ['staff.spec.ts', 'Open the console'],
  'app/features/people/routes/sign-in-recovery.tsx': ['staff.spec.ts', 'Sign in'],
  'app/features/people/routes/sign-in.tsx': ['staff.spec.ts', 'Continue with password'],
  'app/features/photo-desk/routes/deletion.tsx': ['photos.spec.ts', 'Delete'],
  'app/features/photo-desk/routes/photo.tsx': ['photos.spec.ts', 'Attach'],
  'app/features/shipping/components/parcel-forms.tsx': ['shipping-desk.spec.ts', 'Mark as sent'],
  'app/features/subscription-desk/routes/announcement.tsx': ['law-desks.spec.ts', 'Send a test to me'],
  'app/features/subscription-desk/routes/sending.tsx': ['law-desks.spec.ts', 'Send or schedule'],
  'app/features/transfers/routes/list-run.tsx': ['pickup-steps.ts', 'Take this list'],
}

/** Forms that the browser or a script of their own sends, and why that loses nothing. */
const ownForms: Readonly<Record<string, string>> = {
  'app/features/age-gate/components/age-gate.tsx': 'nothing is typed',
  'app/features/buyer-page/components/buyer-orders.tsx': 'nothing is typed',
  'app/features/class-desk/components/roster-parts.tsx': 'marks are stored on the device until they are sent',
  'app/features/console/components/shell.tsx': 'nothing is typed',
  'app/features/pages/components/error-screen.tsx': 'nothing is typed',
  'app/features/people/components/new-passkey.tsx': 'use-passkey.ts says what failed beside it',
  'app/features/photo-desk/components/upload-form.tsx': 'send-with-progress.ts says what failed beside it',
  'app/features/subscriptions/components/subscribe-form.tsx': 'use-subscribe.ts sends it with a fetcher',
  'app/features/subscriptions/components/subscribe-page.tsx': 'use-subscribe.ts sends it with a fetcher',
  'app/features/subscriptions/components/waitlist-dialog.tsx': 'use-subscribe.ts sends it with a fetcher',
}

test('every form is on a page that a journey opens', () => {
  const opened = filesOfPages([
    ...Object.keys(openPages),
    ...ownPages,
    ...Object.keys(openStaffPages),
    ...madeStaffPages,
  ])
  expect(listFormFiles().filter((file) => !opened.has(file))).toEqual(Object.keys(elsewhere))
  for (const [file, [spec, press]] of Object.entries(elsewhere))
    expect(readFileSync(new URL(spec, import.meta.url), 'utf8'), `${file} in ${spec}`).toContain(`'${press}'`)
})

test('every form is the router’s, or says why it is not', () => {
  expect(listOwnForms()).toEqual(Object.keys(ownForms))
})
