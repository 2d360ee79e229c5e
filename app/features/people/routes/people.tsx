import { Form, redirect } from 'react-router'
import type { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import type { AppContext } from '#app/db/work.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { secretToken } from '#app/kit/ids.ts'
import { SelectField, TextField } from '../../console/components/fields.tsx'
import { Section } from '../../console/components/section.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Verb } from '../../console/components/verb.tsx'
import { requireRecentSignIn, requireRight, staffMember } from '../../staff/access.server.ts'
import { deskOf } from '../../staff/action.server.ts'
import { endSessions } from '../../staff/store/sessions.server.ts'
import {
  actorName,
  type StaffHandle,
  staffRoles,
  mayDo,
  type StaffRight,
  type StaffRole,
} from '../../staff/rules.ts'
import { inviteMember, listInvitations, withdrawInvitation } from '../../staff/store/invitations.server.ts'
import { changeRole, disableMember, findMember, listMembers } from '../../staff/store/members.server.ts'
import { roleWords, type StaffRefusal, staffRefusalWords } from '../../staff/words.ts'
import { InvitationTable, MemberTable } from '../components/people-tables.tsx'
import { Problem } from '../components/problem.tsx'
import { accessEndInput, invitationInput, inviteInput, memberInput, roleInput } from '../input.ts'
import type { Route } from './+types/people'
import { DenseTable } from '../../console/components/dense-table.tsx'

export const handle: StaffHandle = { right: 'people' }
export const meta = () => [{ title: consoleTitle('People') }]
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const [members, invitations] = await Promise.all([listMembers(db), listInvitations(db)])
  const params = new URL(request.url).searchParams
  const why = params.get('refused') ?? ''
  const refusal = Object.hasOwn(staffRefusalWords, why) ? staffRefusalWords[why as StaffRefusal] : undefined
  return {
    formKey: secretToken(),
    me: staffMember(context).id,
    refusal,
    mistyped:
      why === 'name_differs'
        ? {
            member: params.get('member') ?? '',
            typed: params.get('typed') ?? '',
            error: staffRefusalWords.name_differs,
          }
        : undefined,
    members: members.map(({ createdAt, disabledAt, lastSeenAt, ...member }) => ({
      ...member,
      since: formatStamp(createdAt, timeZone, now()),
      endedAt: disabledAt && formatStamp(disabledAt, timeZone, now()),
      lastSeenAt: lastSeenAt && formatStamp(lastSeenAt, timeZone, now()),
    })),
    invitations: invitations
      .filter(({ expiresAt }) => expiresAt > now())
      .map(({ id, email, role, invitedBy, expiresAt }) => ({
        id,
        email: email ?? 'First owner’s link',
        role,
        invitedBy: actorName(invitedBy),
        endsAt: formatStamp(expiresAt, timeZone, now()),
      })),
  }
}

/** Everything that the owner does with people, each by its own form. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const owner = requireRight(context, 'people')
  await requireRecentSignIn(context, request)
  const form = await readForm(request)
  const { ctx, actor } = deskOf(context, owner)
  const given = submittedFields(form)
  const verb = typedIn(given, 'verb')
  if (verb) {
    const act = Object.hasOwn(memberVerbs, verb) ? memberVerbs[verb as MemberVerb] : undefined
    const parsed = act && parseForm(act.input, form)
    const done = parsed?.ok
      ? await act?.run({ ctx, actor, owner: owner.id }, parsed.value as never)
      : refuse('member_not_found')
    if (!done || done.ok) return redirect('/staff/people', 303)
    const typed =
      done.why === 'name_differs'
        ? `&member=${typedIn(given, 'member')}&typed=${encodeURIComponent(typedIn(given, 'name'))}`
        : ''
    return redirect(`/staff/people?refused=${done.why}${typed}`, 303)
  }
  const parsed = parseForm(inviteInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const { key, email, role } = parsed.value
  const act = {
    verb: 'staff invite',
    subject: email,
    data: { role },
    form: { key, typed: ['invitation', email, role] },
  }
  const invited = await actAs(ctx, actor, act, (work) =>
    inviteMember(work, { email, role, invitedBy: actor }),
  )
  if (!invited.ok) return formError(409, { email: [staffRefusalWords[invited.why]] }, { email, role })
  return { invited: email }
}

type People = { ctx: AppContext; actor: string; owner: string }
type Was = { was: StaffRole }

const memberVerbs = {
  role: {
    input: roleInput,
    run({ ctx, actor, owner }: People, { member, role }: z.output<typeof roleInput>) {
      const data = ({ was }: Was) => changeOf({ role: was }, { role })
      return actAs(ctx, actor, { verb: 'staff role', subject: member, data }, (work) =>
        changeRole(work, owner, member, role),
      )
    },
  },
  end: {
    input: accessEndInput,
    run({ ctx, actor, owner }: People, { member, name }: z.output<typeof accessEndInput>) {
      const data = ({ was }: Was) => changeOf({ role: was }, undefined)
      return actAs(ctx, actor, { verb: 'staff access end', subject: member, data }, async (work) => {
        const found = await findMember(work.tx, member)
        if (found && found.name !== name) return refuse('name_differs')
        return disableMember(work, owner, member)
      })
    },
  },
  'sign-out': {
    input: memberInput,
    run: ({ ctx, actor }: People, { member }: z.output<typeof memberInput>) =>
      actAs(ctx, actor, { verb: 'staff sessions end', subject: member }, async ({ tx }) => {
        await endSessions(tx, member)
        return allowed
      }),
  },
  revoke: {
    input: invitationInput,
    run({ ctx, actor }: People, { invitation }: z.output<typeof invitationInput>) {
      type Gone = { was: { email: string | null; role: StaffRole } }
      const act = {
        verb: 'staff invitation end',
        // The invitation is gone: the log names whom it was for, as it did when they were invited.
        subject: ({ was }: Gone) => was.email ?? invitation,
        data: ({ was }: Gone) => changeOf({ role: was.role }, undefined),
      }
      return actAs(ctx, actor, act, (work) => withdrawInvitation(work, invitation))
    },
  },
}
type MemberVerb = keyof typeof memberVerbs

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations, me, refusal, mistyped } = loaderData
  const active = members.filter(({ endedAt }) => !endedAt)
  const owners = active.filter(({ role }) => role === 'owner').length
  return (
    <Sheet
      title="People"
      heading="People and roles"
      state={`${active.length} can sign in`}
      next={owners === 1 ? 'One owner: the last owner cannot be removed' : undefined}
      cells={[{ label: 'Owners', value: owners }]}
    >
      <div className="px-4 pt-3 empty:hidden">
        <Problem>{mistyped ? undefined : refusal}</Problem>
      </div>
      <MemberTable key={mistyped?.member} members={members} me={me} mistyped={mistyped} />
      {invitations.length > 0 && (
        <Section item={2} title="Invitations">
          <InvitationTable invitations={invitations} />
        </Section>
      )}
      <div className="grid border-t border-hairline min-[1180px]:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
        <div>
          <Section item={3} title="Invite">
            <InviteForm
              key={actionData && 'invited' in actionData ? actionData.invited : 'open'}
              formKey={loaderData.formKey}
              actionData={actionData}
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

type InviteFormProps = { formKey: string; actionData: Route.ComponentProps['actionData'] }

function InviteForm({ formKey, actionData }: InviteFormProps) {
  const refused = actionData && 'fieldErrors' in actionData ? actionData : undefined
  const given = refused?.given
  return (
    <Form method="post" className="grid max-w-[620px] gap-3">
      <input type="hidden" name="key" value={formKey} autoComplete="off" />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        required
        defaultValue={typeof given?.email === 'string' ? given.email : ''}
        errors={refused?.fieldErrors.email}
      />
      <SelectField
        label="Role"
        name="role"
        defaultValue={typeof given?.role === 'string' ? given.role : 'desk'}
        options={staffRoles.map((role) => [role, roleWords[role].title] as const)}
        errors={refused?.fieldErrors.role}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Verb look="primary" busyWords="Inviting">
          Invite
        </Verb>
        {actionData && 'invited' in actionData && (
          <p role="status">An email with a link is on its way to {actionData.invited}.</p>
        )}
      </div>
    </Form>
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
      columns={[
        { key: 'role', label: 'Role', width: 104 },
        ...columns.map(([word, right]) => ({ key: right, label: word, width: 52 })),
      ]}
      rows={staffRoles.map((role) => ({
        id: role,
        cells: [
          roleWords[role].title,
          ...columns.map(([word, right]) => <Mark key={right} role={role} right={right} word={word} />),
        ],
      }))}
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
