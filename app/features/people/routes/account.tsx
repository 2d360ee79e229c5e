import { redirect } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { allowed } from '#app/kit/refusal.ts'
import { shopContext } from '#app/http/context.server.ts'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { useStamp, Status } from '#app/features/console/components/status.tsx'
import { VerbForm, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn, staffMember, staffSession } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import {
  type StaffHandle,
  methodWords,
  roleWords,
  type StaffRefusal,
  staffRefusalWords,
} from '#app/features/staff/rules.ts'
import { findMember } from '#app/features/staff/store/members.server.ts'
import { listPasskeys, removePasskey } from '#app/features/staff/store/passkeys.server.ts'
import { endSession, listSessions } from '#app/features/staff/store/sessions.server.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '#app/features/staff/store/sign-in.server.ts'
import { Problem } from '#app/features/console/components/fields.tsx'
import { NewPasskey, PasswordForm, RecoveryCodes } from '../components/ways-in.tsx'
import type { Route } from './+types/account'
import { authenticatorSetup, receivePassword, storePasskey } from './ways-in.server.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'

export const handle: StaffHandle = { right: 'member', title: 'Your account' }

const accountPath = '/staff/account'
const passwordPath = `${accountPath}?set=password`

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const isSetting = searchParams.get('set') === 'password'
  if (isSetting) await requireRecentSignIn(context, request)
  const { db, now } = context.get(shopContext)
  const { id: current, member } = staffSession(context)
  const [stored, passkeys, sessions, codes] = await Promise.all([
    findMember(db, member.id),
    listPasskeys(db, member.id),
    listSessions(db, member.id, now()),
    countRecoveryCodes(db, member.id),
  ])
  const why = searchParams.get('refused') ?? ''
  return {
    member,
    codes,
    hasPassword: Boolean(stored?.totpConfirmedAt),
    setup: isSetting ? authenticatorSetup(context, member) : undefined,
    refusal: Object.hasOwn(staffRefusalWords, why) ? staffRefusalWords[why as StaffRefusal] : undefined,
    passkeys,
    sessions,
    current,
  }
}

const sessionInput = z.object({ session: z.uuid() })
const passkeyInput = z.object({ passkey: z.string().min(1).max(1_500) })

export async function action({ request, context }: Route.ActionArgs) {
  const member = staffMember(context)
  const form = await readForm(request)
  const { ctx, actor } = deskOf(context, member)
  // A session of one's own is ended at once: it may be somebody else's.
  const session = parseForm(sessionInput, form)
  if (session.ok) {
    await actAs(ctx, actor, { verb: 'staff session end', subject: member.id }, async ({ tx }) => {
      await endSession(tx, member.id, session.value.session)
      return allowed
    })
    return redirect(accountPath, 303)
  }
  await requireRecentSignIn(context, request)
  if (form.has('sealed')) return receivePassword(context, form)
  if (form.has('codes'))
    return actAs(ctx, actor, { verb: 'staff recovery codes', subject: member.id }, async (work) => ({
      ok: true as const,
      codes: await makeRecoveryCodes(work, member.id),
    }))
  const removal = parseForm(passkeyInput, form)
  if (!removal.ok) return storePasskey(context, request, form)
  const act = { verb: 'staff passkey removal', subject: member.id }
  const done = await actAs(ctx, actor, act, (work) => removePasskey(work, member.id, removal.value.passkey))
  return redirect(done.ok ? accountPath : `${accountPath}?refused=${done.why}`, 303)
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { member, passkeys, codes, hasPassword, refusal } = loaderData
  const made = actionData && 'codes' in actionData ? actionData.codes : undefined
  const refused = actionData && 'fieldErrors' in actionData ? actionData : undefined
  const setup = made ? undefined : (refused?.setup ?? loaderData.setup)
  return (
    <Sheet
      heading={member.name}
      state={roleWords[member.role].title}
      next={codes < 3 ? 'Make new recovery codes: few are left' : undefined}
      cells={[{ label: 'Email', value: member.email }]}
      action={<VerbForm to="/staff/sign-out">Sign out</VerbForm>}
    >
      {made?.length === 0 && <SheetNotice kind="done">Saved. Your other sessions have ended.</SheetNotice>}
      {made && made.length > 0 && (
        <div className="con-region">
          <RecoveryCodes codes={made} />
        </div>
      )}
      <Section item={1} title="Passkeys">
        <div className="grid gap-4">
          <Problem>{refusal}</Problem>
          {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} />}
          <NewPasskey answer={actionData} />
        </div>
      </Section>
      <Section item={2} title="Password and authenticator">
        {setup ? (
          <div className="grid max-w-[620px] gap-3">
            <p>A new pair replaces the old one and ends your other sessions.</p>
            <PasswordForm setup={setup} errors={refused?.fieldErrors} action={passwordPath} />
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-4">
            <Status kind={hasPassword ? 'done' : 'todo'}>{hasPassword ? 'Set up' : 'Not set up'}</Status>
            <VerbLink small to={passwordPath}>
              {hasPassword ? 'Change both' : 'Set up'}
            </VerbLink>
          </div>
        )}
      </Section>
      <Section item={3} title="Recovery codes">
        <div className="flex flex-wrap items-center gap-4">
          <Status kind={codes < 3 ? 'soon' : 'done'}>{`${codes} unused`}</Status>
          <VerbForm to={accountPath} sends={{ codes: 'new' }} small>
            Make new ones
          </VerbForm>
          <span className="con-hint">New codes replace all earlier ones. They are shown once.</span>
        </div>
      </Section>
      <Section item={4} title="Signed in on">
        <SessionTable {...loaderData} />
      </Section>
    </Sheet>
  )
}

type View = Route.ComponentProps['loaderData']

function PasskeyTable({ passkeys }: Pick<View, 'passkeys'>) {
  const stamp = useStamp()
  return (
    <DenseTable
      caption="Your passkeys"
      isStacked
      rows={passkeys}
      id={({ id }) => id}
      columns={[
        { label: 'Passkey', render: ({ name }) => name },
        { label: 'Since', render: ({ createdAt }) => stamp(createdAt) },
        { label: 'Last used', render: ({ lastUsedAt }) => (lastUsedAt ? stamp(lastUsedAt) : 'not yet') },
        {
          label: 'Change',
          width: 120,
          render: ({ id, name }) => (
            <VerbForm sends={{ passkey: id }} small look="stop" aria-label={`Remove the passkey ${name}`}>
              Remove
            </VerbForm>
          ),
        },
      ]}
    />
  )
}

function SessionTable({ sessions, current }: View) {
  const stamp = useStamp()
  return (
    <DenseTable
      caption="Your sessions"
      isStacked
      rows={sessions}
      id={({ id }) => id}
      columns={[
        { label: 'Device', render: ({ device }) => device },
        { label: 'By', render: ({ method }) => methodWords[method] },
        { label: 'Last seen', render: ({ lastSeenAt }) => stamp(lastSeenAt) },
        {
          label: 'Change',
          width: 140,
          render: ({ id, device }) =>
            id === current ? (
              'This one'
            ) : (
              <VerbForm sends={{ session: id }} small aria-label={`End the session of ${device}`}>
                End
              </VerbForm>
            ),
        },
      ]}
    />
  )
}
