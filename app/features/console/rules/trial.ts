/** What a shop is opened with, as far as it decides whether money moves and mail leaves. */
type Machine = { gateway: { name: string }; mailboxFolder: string | null }

/** What is not real in this shop yet, in sentences, with the step of the set-up that says how to change it. */
export function trialNotes({ gateway, mailboxFolder }: Machine): { words: string; to: string }[] {
  return [
    ...(gateway.name === 'sandbox'
      ? [{ words: 'Payments are a sandbox: no money moves.', to: '/staff/setup-shop/payments' }]
      : []),
    ...(mailboxFolder === null
      ? []
      : [{ words: 'Mail is not sent: it is kept in files.', to: '/staff/setup-shop/mail' }]),
  ]
}
