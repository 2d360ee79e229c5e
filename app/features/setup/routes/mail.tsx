import { z } from 'zod'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { staffMember } from '#app/features/staff/access.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { brand } from '#app/kit/brand.ts'
import { emailAddress, formKey } from '#app/kit/fields.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type Letter, renderMail } from '#app/mail/letter.ts'
import type { Mail, Mailer } from '#app/mail/mailer.server.ts'
import { SettingsList, StepSheet } from '../components/step-sheet.tsx'
import { stepPath } from '../rules.ts'
import { showProgress, type Trial, tryOnce } from '../store.server.ts'
import type { Route } from './+types/mail'

export const handle: StaffHandle = { right: 'rules.write' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const isSent = shop.mailboxFolder === null
  return {
    key: secretToken(),
    shown: (await showProgress(shop)).mail,
    to: staffMember(context).email,
    settings: [
      {
        name: 'SMTP_URL',
        isSet: isSent,
        help: isSent
          ? 'The mail server, with its password.'
          : 'Mails are written to files and reach nobody. Set it to your mail server: smtps://name:password@mail.example.com',
      },
      {
        name: 'MAIL_FROM',
        isSet: isSent,
        help: 'The sender that customers see: Your Shop <shop@example.com>',
      },
    ],
  }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: z.object({
    key: formKey,
    to: emailAddress({ missing: 'Enter an email address, such as you@example.com.' }),
  }),
  run: ({ desk, input: { key, to } }) => {
    const { mailer, mailboxFolder, facts } = desk.ctx
    const mail = { key: `setup-test:${key}`, to, ...renderMail(testMessage, facts()) }
    return tryOnce(desk, 'mail', key, () => tryMail(mailer, mail, mailboxFolder !== null))
  },
  to: stepPath('mail'),
  refusal: () => '',
})

/** The mailer's own words are for the owner, who configures it. */
export async function tryMail(mailer: Mailer, mail: Mail, isLocal: boolean): Promise<Trial> {
  try {
    await mailer.send(mail)
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 300) : 'no reason given'
    return { state: 'failed', detail: `The mail server refused it: ${why}` }
  }
  if (!isLocal)
    return { state: 'done', detail: `Handed to the mail server for ${mail.to}. See that it arrived.` }
  const detail = 'Written to the local mailbox. Nothing leaves the shop until SMTP_URL is set.'
  return { state: 'partial', detail }
}

export default function MailStep({ loaderData, actionData }: Route.ComponentProps) {
  const { key, shown, settings, to } = loaderData
  return (
    <StepSheet step="mail" shown={shown}>
      <SettingsList caption="Settings for mail" settings={settings} />
      <RecordForm
        label="Test message"
        fields={[{ label: 'Send a test message to', name: 'to', type: 'email', autoComplete: 'email' }]}
        values={{ to }}
        refused={actionData}
        hidden={{ key }}
        submit="Send test message"
        busyWords="Sending..."
      />
    </StepSheet>
  )
}

const testMessage: Letter = {
  subject: `Test message of ${brand}`,
  preview: 'Mail from the shop arrives.',
  why: 'You’re getting this email because the owner of the shop sent a test message to this address.',
  blocks: [
    { heading: 'Mail works' },
    {
      text: `This is the test message of ${brand}. Look at the sender and at the address below: customers see the same.`,
    },
  ],
}
