import { Form, redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { parseForm } from '#app/http/form.ts'
import { allowed } from '#app/kit/refusal.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { Section } from '../../console/components/section.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { Verb, VerbLink } from '../../console/components/verb.tsx'
import { requireRecentSignIn, staffMember, staffSession } from '../../staff/access.server.ts'
import { deskOf } from '../../staff/action.server.ts'
import type { StaffHandle } from '../../staff/rules.ts'
import { findMember } from '../../staff/store/members.server.ts'
import { listPasskeys, removePasskey } from '../../staff/store/passkeys.server.ts'
import { endSession, listSessions } from '../../staff/store/sessions.server.ts'
import { countRecoveryCodes } from '../../staff/store/sign-in.server.ts'
import { methodWords, roleWords, type StaffRefusal, staffRefusalWords } from '../../staff/words.ts'
import { Problem } from '../../console/components/fields.tsx'
import { NewPasskey, RecoveryCodes } from '../components/ways-in.tsx'
import type { Route } from './+types/account'
import { passkeyInput, sessionInput } from '../input.ts'
import { storePasskey } from './ways-in.server.ts'
import { DenseTable } from '../../console/components/dense-table.tsx'

export const handle: StaffHandle = { right: 'member' }
export const meta = () => [{ title: consoleTitle('Your account') }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const { id: current, member } = staffSession(context)
  const [stored, passkeys, sessions, codes] = await Promise.all([
    findMember(db, member.id),
    listPasskeys(db, member.id),
    listSessions(db, member.id, now()),
    countRecoveryCodes(db, member.id),
  ])
  const why = new URL(request.url).searchParams.get('refused') ?? ''
  return {
    member,
    codes,
    hasPassword: Boolean(stored?.totpConfirmedAt),
    refusal: Object.hasOwn(staffRefusalWords, why) ? staffRefusalWords[why as StaffRefusal] : undefined,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: formatStamp(createdAt, timeZone, now()),
      lastUsedAt: lastUsedAt ? formatStamp(lastUsedAt, timeZone, now()) : 'not yet',
    })),
    sessions: sessions.map(({ id, device, method, lastSeenAt }) => ({
      id,
      device,
      method: methodWords[method],
      lastSeenAt: formatStamp(lastSeenAt, timeZone, now()),
      isCurrent: id === current,
    })),
  }
}

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
    return redirect('/staff/account', 303)
  }
  await requireRecentSignIn(context, request)
  const removal = parseForm(passkeyInput, form)
  if (!removal.ok) return storePasskey(context, request, form)
  const act = { verb: 'staff passkey removal', subject: member.id }
  const done = await actAs(ctx, actor, act, (work) => removePasskey(work, member.id, removal.value.passkey))
  return redirect(done.ok ? '/staff/account' : `/staff/account?refused=${done.why}`, 303)
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { member, passkeys, sessions, codes, hasPassword, refusal } = loaderData
  return (
    <Sheet
      title="Your account"
      heading={member.name}
      state={roleWords[member.role].title}
      next={codes < 3 ? 'Make new recovery codes: few are left' : undefined}
      cells={[{ label: 'Email', value: member.email }]}
      action={
        <Form method="post" action="/staff/sign-out">
          <Verb>Sign out</Verb>
        </Form>
      }
    >
      <Section item={1} title="Passkeys">
        <div className="grid gap-4">
          <Problem>{refusal}</Problem>
          {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} />}
          {actionData && 'codes' in actionData ? (
            <RecoveryCodes codes={actionData.codes} />
          ) : (
            <NewPasskey challenge="/staff/passkeys/challenge" problem={actionData?.problem} />
          )}
        </div>
      </Section>
      <Section item={2} title="Password and authenticator">
        <div className="flex flex-wrap items-center gap-4">
          <Status kind={hasPassword ? 'done' : 'todo'}>{hasPassword ? 'Set up' : 'Not set up'}</Status>
          <VerbLink small to="/staff/account/password">
            {hasPassword ? 'Change both' : 'Set up'}
          </VerbLink>
        </div>
      </Section>
      <Section item={3} title="Recovery codes">
        <div className="flex flex-wrap items-center gap-4">
          <Status kind={codes < 3 ? 'soon' : 'done'}>{`${codes} unused`}</Status>
          <VerbLink small to="/staff/account/recovery-codes">
            Make new ones
          </VerbLink>
        </div>
      </Section>
      <Section item={4} title="Signed in on">
        <SessionTable sessions={sessions} />
      </Section>
    </Sheet>
  )
}

type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string }

function PasskeyTable({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <DenseTable
      caption="Your passkeys"
      isStacked
      columns={[
        { key: 'name', label: 'Passkey' },
        { key: 'made', label: 'Since' },
        { key: 'used', label: 'Last used' },
        { key: 'verb', label: 'Change', width: 120 },
      ]}
      rows={passkeys.map((passkey) => ({
        id: passkey.id,
        cells: [passkey.name, passkey.createdAt, passkey.lastUsedAt, <Removal key="verb" {...passkey} />],
      }))}
    />
  )
}

function Removal({ id, name }: Passkey) {
  return (
    <Form method="post">
      <input type="hidden" name="passkey" value={id} />
      <Verb small look="stop" aria-label={`Remove the passkey ${name}`}>
        Remove
      </Verb>
    </Form>
  )
}

type Session = { id: string; device: string; method: string; lastSeenAt: string; isCurrent: boolean }

function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  return (
    <DenseTable
      caption="Your sessions"
      isStacked
      columns={[
        { key: 'device', label: 'Device' },
        { key: 'how', label: 'By' },
        { key: 'seen', label: 'Last seen' },
        { key: 'verb', label: 'Change', width: 140 },
      ]}
      rows={sessions.map((session) => ({
        id: session.id,
        cells: [session.device, session.method, session.lastSeenAt, <Ending key="verb" {...session} />],
      }))}
    />
  )
}

function Ending({ id, device, isCurrent }: Session) {
  if (isCurrent) return <span>This one</span>
  return (
    <Form method="post">
      <input type="hidden" name="session" value={id} />
      <Verb small aria-label={`End the session of ${device}`}>
        End
      </Verb>
    </Form>
  )
}
