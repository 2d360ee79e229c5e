import { Form } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { staffMember } from '#app/features/staff/access.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle, brand } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type Letter, renderMail } from '#app/mail/letter.ts'
import { SettingsList, StepSheet } from '../components/step-sheet.tsx'
import { tryMail, tryOnce } from '../flows.server.ts'
import { mailInput } from '../input.ts'
import { stepPath } from '../rules.ts'
import type { Route } from './+types/mail'
import { setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Mail') }]

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = setupOf(context)
  const isSent = shop.mailboxFolder === null
  return {
    formKey: secretToken(),
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
  input: mailInput,
  run: ({ desk, input: { key, to } }) => {
    const { mailer, mailboxFolder, facts } = desk.ctx
    const mail = { key: `setup-test:${key}`, to, ...renderMail(testMessage, facts()) }
    return tryOnce(desk, 'mail', key, () => tryMail(desk, mailer, mail, mailboxFolder !== null))
  },
  to: stepPath('mail'),
  refusal: () => '',
})

export default function MailStep({
  loaderData: { formKey, shown, settings, to },
  actionData,
}: Route.ComponentProps) {
  return (
    <StepSheet step="mail" shown={shown}>
      <SettingsList caption="Settings for mail" settings={settings} />
      <Form method="post" className="grid max-w-[620px] gap-4" aria-label="Test message" noValidate>
        <input type="hidden" name="key" value={formKey} autoComplete="off" />
        <TextField
          label="Send a test message to"
          name="to"
          type="email"
          autoComplete="email"
          defaultValue={actionData ? typedIn(actionData.given, 'to') : to}
          errors={actionData?.fieldErrors.to}
        />
        <span>
          <Verb look="primary" busyWords="Sending...">
            Send test message
          </Verb>
        </span>
      </Form>
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
