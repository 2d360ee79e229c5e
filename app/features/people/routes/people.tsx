import { Form } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { shopContext } from '#app/http/context.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { formKey } from '#app/kit/fields.ts'
import { secretToken } from '#app/kit/ids.ts'
import { Problem } from '#app/features/console/components/fields.tsx'
import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbForm } from '#app/features/console/components/verb.tsx'
import { staffMember } from '#app/features/staff/access.server.ts'
import { staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import { endSessions } from '#app/features/staff/store/sessions.server.ts'
import {
  actorName,
  type StaffHandle,
  staffRoles,
  mayDo,
  type StaffRight,
  type StaffRole,
  actorOf,
  roleWords,
  type StaffRefusal,
  staffRefusalWords,
} from '#app/features/staff/rules.ts'
import {
  inviteMember,
  listInvitations,
  withdrawInvitation,
  changeRole,
  disableMember,
  findMember,
  listMembers,
} from '#app/features/staff/store/members.server.ts'
import { email } from './ways-in.server.ts'
import type { Route } from './+types/people'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { useStamp, Status } from '#app/features/console/components/status.tsx'

export const handle: StaffHandle = { right: 'people', title: 'People' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const [members, invitations] = await Promise.all([listMembers(db), listInvitations(db)])
  return {
    formKey: secretToken(),
    me: staffMember(context).id,
    invited: new URL(request.url).searchParams.get('invited'),
    members,
    invitations: invitations.filter(({ expiresAt }) => expiresAt > now()),
  }
}

const peoplePath = '/staff/people'

const member = z.uuid()

type Was = { was: StaffRole }

const asked = {
  right: 'people',
  recent: true,
  to: peoplePath,
  refusal: ({ why }: { why: string }) => {
    const words = staffRefusalWords[why as StaffRefusal]
    return why === 'name_differs' ? { name: [words] } : words
  },
} as const

export const action = staffVerbs({
  invite: staffAction({
    ...asked,
    input: z.object({ key: formKey, email, role: z.enum(staffRoles, 'Choose a role.') }),
    run({ desk: { ctx, actor }, input: { key, email: to, role } }) {
      const form = { key, typed: ['invitation', to, role] }
      return actAs(ctx, actor, { verb: 'staff invite', subject: to, data: { role }, form }, (work) =>
        inviteMember(work, { email: to, role, invitedBy: actor }),
      )
    },
    to: ({ input }) => `${peoplePath}?invited=${encodeURIComponent(input.email)}`,
    refusal: ({ why }) => ({ email: [staffRefusalWords[why]] }),
  }),
  role: staffAction({
    ...asked,
    input: z.object({ member, role: z.enum(staffRoles) }),
    run({ desk: { ctx, actor, member: owner }, input: { member: id, role } }) {
      const data = ({ was }: Was) => changeOf({ role: was }, { role })
      return actAs(ctx, actor, { verb: 'staff role', subject: id, data }, (work) =>
        changeRole(work, owner.id, id, role),
      )
    },
  }),
  end: staffAction({
    ...asked,
    // With their name typed: it cannot be taken back.
    input: z.object({ member, name: z.string().trim().max(200).default('') }),
    run({ desk: { ctx, actor, member: owner }, input: { member: id, name } }) {
      const data = ({ was }: Was) => changeOf({ role: was }, undefined)
      return actAs(ctx, actor, { verb: 'staff access end', subject: id, data }, async (work) => {
        const found = await findMember(work.tx, id)
        if (found && found.name !== name) return refuse('name_differs')
        return disableMember(work, owner.id, id)
      })
    },
  }),
  'sign-out': staffAction({
    ...asked,
    input: z.object({ member }),
    run: ({ desk: { ctx, actor }, input: { member: id } }) =>
      actAs(ctx, actor, { verb: 'staff sessions end', subject: id }, async ({ tx }) => {
        await endSessions(tx, id)
        return allowed
      }),
    refusal: () => '',
  }),
  revoke: staffAction({
    ...asked,
    input: z.object({ invitation: z.uuid() }),
    run({ desk: { ctx, actor }, input: { invitation } }) {
      type Gone = { was: { email: string | null; role: StaffRole } }
      const act = {
        verb: 'staff invitation end',
        // The invitation is gone: the log names whom it was for, as it did when they were invited.
        subject: ({ was }: Gone) => was.email ?? invitation,
        data: ({ was }: Gone) => changeOf({ role: was.role }, undefined),
      }
      return actAs(ctx, actor, act, (work) => withdrawInvitation(work, invitation))
    },
  }),
})

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations, me, invited, formKey: key } = loaderData
  const { given = {}, fieldErrors = {} } = actionData ?? {}
  const verb = typedIn(given, 'verb')
  const mistyped = verb === 'end' && fieldErrors.name ? actionData : undefined
  const refusal =
    verb === 'invite' || mistyped
      ? undefined
      : actionData && (fieldErrors.form?.join(' ') ?? staffRefusalWords.member_not_found)
  const active = members.filter(({ disabledAt }) => !disabledAt)
  const owners = active.filter(({ role }) => role === 'owner').length
  return (
    <Sheet
      heading="People and roles"
      state={`${active.length} can sign in`}
      next={owners === 1 ? 'One owner: the last owner cannot be removed' : undefined}
      cells={[{ label: 'Owners', value: owners }]}
    >
      <div className="px-4 pt-3 empty:hidden">
        <Problem>{refusal}</Problem>
      </div>
      <MemberTable
        key={typedIn(mistyped?.given ?? {}, 'member')}
        members={members}
        me={me}
        mistyped={mistyped}
      />
      {invitations.length > 0 && (
        <Section item={2} title="Invitations">
          <InvitationTable invitations={invitations} />
        </Section>
      )}
      <div className="grid border-t border-hairline min-[1180px]:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
        <div>
          <Section item={3} title="Invite">
            <RecordForm
              key={invited ?? 'open'}
              fields={[
                { label: 'Email', name: 'email', type: 'email', autoComplete: 'off', required: true },
                {
                  label: 'Role',
                  name: 'role',
                  options: staffRoles.map((role) => [role, roleWords[role].title]),
                },
              ]}
              values={{ role: 'desk' }}
              refused={verb === 'invite' ? actionData : undefined}
              hidden={{ key }}
              sends={{ name: 'verb', value: 'invite' }}
              submit="Invite"
              busyWords="Inviting"
              also={
                invited &&
                verb !== 'invite' && <p role="status">An email with a link is on its way to {invited}.</p>
              }
            />
          </Section>
        </div>
        <div className="border-hairline max-[1179px]:border-t min-[1180px]:border-l">
          <Section item={4} title="What each role may do">
            <RoleTable />
          </Section>
        </div>
      </div>
    </Sheet>
  )
}

const columns: readonly (readonly [word: string, right: StaffRight])[] = [
  ['Orders', 'orders.read'],
  ['Decide', 'reviews.decide'],
  ['Stages', 'transfers'],
  ['Money', 'money.read'],
  ['Refund', 'money.refund'],
  ['Classes', 'classes'],
  ['Export', 'export'],
  ['Goods', 'catalog.write'],
  ['Drops', 'drops.write'],
  ['Rules', 'rules.write'],
  ['People', 'people'],
]

function RoleTable() {
  return (
    <DenseTable
      caption="What each role may do"
      rows={staffRoles}
      id={(role) => role}
      columns={[
        { label: 'Role', width: 88, render: (role) => roleWords[role].title },
        ...columns.map(([word, right]) => ({
          label: word,
          // As wide as its word.
          width: 16 + 7 * word.length,
          render: (role: StaffRole) => <Mark role={role} right={right} word={word} />,
        })),
      ]}
      cards={staffRoles.map((role) => (
        <li key={role} data-stacked="">
          <b className="font-medium">{roleWords[role].title}</b>
          <span className="text-muted">{roleWords[role].does}</span>
        </li>
      ))}
    />
  )
}

function Mark({ role, right, word }: { role: StaffRole; right: StaffRight; word: string }) {
  const may = mayDo(role, right)
  return (
    <span>
      <span aria-hidden className={may ? 'inline-block size-1.5 bg-ink' : 'text-faint'}>
        {may ? '' : '–'}
      </span>
      <span className="sr-only">{`${word}: ${may ? 'yes' : 'no'}`}</span>
    </span>
  )
}

type View = Route.ComponentProps['loaderData']
type Member = View['members'][number]
type MemberTableProps = Pick<View, 'members' | 'me'> & { mistyped: Refused | undefined }

function MemberTable({ members, me, mistyped }: MemberTableProps) {
  const stamp = useStamp()
  const isChanged = ({ id, disabledAt }: Member) => !disabledAt && id !== me
  return (
    <DenseTable
      caption="Members"
      isStacked
      rows={members}
      id={({ id }) => id}
      columns={[
        { label: 'Person', render: (member) => <Person {...member} /> },
        { label: 'Sign-in', width: 180, render: (member) => <SignIn {...member} /> },
        {
          label: 'Last seen',
          width: 124,
          render: ({ lastSeenAt }) => (lastSeenAt ? stamp(lastSeenAt) : '–'),
        },
        {
          label: 'Role',
          width: 236,
          render: (member) => (isChanged(member) ? <RoleForm {...member} /> : roleWords[member.role].title),
        },
        {
          label: 'Change',
          width: 270,
          render: (member) => (isChanged(member) ? <Endings {...member} mistyped={mistyped} /> : null),
        },
      ]}
    />
  )
}

function Person({ name, email }: Member) {
  return (
    <span className="grid py-1">
      <b className="font-medium">{name}</b>
      <small className="text-xs text-faint">{email}</small>
      <a
        href={`/staff/audit?actor=${encodeURIComponent(actorOf({ name, email }))}`}
        className="con-link max-md:flex max-md:min-h-11 max-md:items-center"
      >
        <span className="sr-only">{name}: </span>What they did
      </a>
    </span>
  )
}

function SignIn({ passkeys, hasPassword, disabledAt }: Member) {
  const stamp = useStamp()
  if (disabledAt) return <Status kind="void">{`Ended ${stamp(disabledAt)}`}</Status>
  const ways = [
    passkeys > 0 && `${passkeys} passkey${passkeys === 1 ? '' : 's'}`,
    hasPassword && 'password, code',
  ].filter(Boolean)
  return ways.length ? (
    <Status kind="done" quiet>
      {ways.join(', ')}
    </Status>
  ) : (
    <Status kind="wait">Not set up</Status>
  )
}

function RoleForm({ id, name, role }: Member) {
  return (
    <Form method="post" className="flex items-center gap-2">
      <input type="hidden" name="verb" value="role" />
      <input type="hidden" name="member" value={id} />
      <select className="con-entry" name="role" defaultValue={role} aria-label={`Role of ${name}`}>
        {staffRoles.map((one) => (
          <option key={one} value={one}>
            {roleWords[one].title}
          </option>
        ))}
      </select>
      <Verb small aria-label={`Change the role of ${name}`}>
        Change
      </Verb>
    </Form>
  )
}

function Endings({ id, name, sessions, mistyped }: Member & { mistyped: Refused | undefined }) {
  const own = mistyped && typedIn(mistyped.given, 'member') === id ? mistyped : undefined
  return (
    <span className="flex flex-wrap items-start gap-2 py-1">
      {sessions > 0 && (
        <VerbForm sends={{ verb: 'sign-out', member: id }} small aria-label={`Sign out ${name} everywhere`}>
          Sign out
        </VerbForm>
      )}
      <details open={own !== undefined}>
        <summary className="con-verb" data-small="" data-look="stop" aria-label={`End access of ${name}`}>
          End access
        </summary>
        <div className="mt-2 max-w-[240px] whitespace-normal">
          <RecordForm
            fields={[{ label: `Type ${name} to end it`, name: 'name', autoComplete: 'off', required: true }]}
            refused={own}
            hidden={{ verb: 'end', member: id }}
            submit="End access for good"
            look="stop"
            isSmall
          />
        </div>
      </details>
    </span>
  )
}

const firstOwner = 'First owner’s link'

function InvitationTable({ invitations }: Pick<View, 'invitations'>) {
  const stamp = useStamp()
  return (
    <DenseTable
      caption="Open invitations"
      isStacked
      rows={invitations}
      id={({ id }) => id}
      columns={[
        { label: 'Email', render: ({ email: to }) => to ?? firstOwner },
        { label: 'Role', width: 120, render: ({ role }) => roleWords[role].title },
        { label: 'Invited by', render: ({ invitedBy }) => actorName(invitedBy) },
        { label: 'Ends', width: 140, render: ({ expiresAt }) => stamp(expiresAt) },
        {
          label: 'Change',
          width: 120,
          render: ({ id, email: to }) => (
            <VerbForm
              sends={{ verb: 'revoke', invitation: id }}
              small
              aria-label={`Revoke the invitation of ${to ?? firstOwner}`}
            >
              Revoke
            </VerbForm>
          ),
        },
      ]}
    />
  )
}
