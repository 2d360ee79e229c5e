// No form can be forgotten: each is one whose answer the shop's own mechanism looks after (ui/pending-forms.tsx,
// http/network-failure.ts, ui/stay-on-page.ts).
import { expect, test } from '@playwright/test'
import { listOwnForms } from './form-sources.ts'

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

test('every form is the router’s, or says why it is not', () => {
  expect(listOwnForms()).toEqual(Object.keys(ownForms))
})
