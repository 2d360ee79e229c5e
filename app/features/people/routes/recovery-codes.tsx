import { Form } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { Sheet } from '../../console/components/sheet.tsx'
import { Verb, VerbLink } from '../../console/components/verb.tsx'
import { requireRecentSignIn, staffMember } from '../../staff/access.server.ts'
import { actorOf, type StaffHandle } from '../../staff/rules.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../../staff/store/sign-in.server.ts'
import { RecoveryCodes } from '../components/ways-in.tsx'
import type { Route } from './+types/recovery-codes'

export const handle: StaffHandle = { right: 'member' }
export const meta = () => [{ title: consoleTitle('Recovery codes') }]

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRecentSignIn(context, request)
  return { left: await countRecoveryCodes(context.get(shopContext).db, staffMember(context).id) }
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const member = staffMember(context)
  const act = { verb: 'staff recovery codes', subject: member.id }
  return actAs(context.get(shopContext), actorOf(member), act, async (work) => ({
    ok: true as const,
    codes: await makeRecoveryCodes(work, member.id),
  }))
}

export default function RecoveryCodesPage({ loaderData: { left }, actionData }: Route.ComponentProps) {
  return (
    <Sheet
      title="Recovery codes"
      heading="Recovery codes"
      next={`${left} unused`}
      action={<VerbLink to="/staff/account">Back to your account</VerbLink>}
    >
      <div className="con-region grid max-w-[620px] gap-3">
        {actionData ? (
          <RecoveryCodes codes={actionData.codes} />
        ) : (
          <Form method="post" className="grid justify-items-start gap-3">
            <p>New codes replace all earlier ones. They are shown once.</p>
            <Verb look="primary">Make new codes</Verb>
          </Form>
        )}
      </div>
    </Sheet>
  )
}
