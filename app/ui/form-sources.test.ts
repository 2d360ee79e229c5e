// No form can be forgotten: each is one whose answer the shop's own mechanism looks after (pending-forms.tsx,
// http/network-failure.ts, stay-on-page.ts).
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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

const form = /<(?:[a-z]\w*\.)?(?:Form|form)\b/

/** Every file of the app that holds a form. */
function listFormFiles(): string[] {
  return globSync('app/**/*.tsx')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.test.') && form.test(readFileSync(file, 'utf8')))
    .toSorted()
}

/** Those whose form is not the router's: the browser sends it, or a script of its own. Forms that only search are left out. */
function listOwnForms(): string[] {
  return listFormFiles().filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<form\b.{0,200}/gs)].some(
      ([tag]) => !/method="(get|dialog)"/.test(tag),
    ),
  )
}
