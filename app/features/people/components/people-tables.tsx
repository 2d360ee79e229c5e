import { Form } from 'react-router'
import { DenseTable } from '../../console/components/dense-table.tsx'
import { TextField } from '../../console/components/fields.tsx'
import { TextLink } from '../../console/components/marks.tsx'
import { Status } from '../../console/components/status.tsx'
import { Verb } from '../../console/components/verb.tsx'
import { actorOf, type StaffRole, staffRoles } from '../../staff/rules.ts'
import { roleWords } from '../../staff/words.ts'

type Member = {
  id: string
  name: string
  email: string
  role: StaffRole
  hasPassword: boolean
  passkeys: number
  sessions: number
  since: string
  endedAt: string | null
  lastSeenAt: string | null
}

type Mistyped = { member: string; typed: string; error: string }

type MemberTableProps = { members: readonly Member[]; me: string; mistyped: Mistyped | undefined }

export function MemberTable({ members, me, mistyped }: MemberTableProps) {
  return (
    <DenseTable
      caption="Members"
      isStacked
      columns={[
        { key: 'person', label: 'Person' },
        { key: 'sign-in', label: 'Sign-in', width: 180 },
        { key: 'seen', label: 'Last seen', width: 124 },
        { key: 'role', label: 'Role', width: 236 },
        { key: 'verbs', label: 'Change', width: 270 },
      ]}
      rows={members.map((member) => ({
        id: member.id,
        cells: [
          <Person key="person" {...member} />,
          <SignIn key="sign-in" {...member} />,
          member.lastSeenAt ?? '–',
          member.endedAt || member.id === me ? (
            roleWords[member.role].title
          ) : (
            <RoleForm key="role" {...member} />
          ),
          member.endedAt || member.id === me ? null : <Endings key="verbs" {...member} mistyped={mistyped} />,
        ],
      }))}
    />
  )
}

function Person({ name, email }: Member) {
  return (
    <span className="grid py-1">
      <b className="font-medium">{name}</b>
      <small className="text-xs text-faint">{email}</small>
      <TextLink
        to={`/staff/audit?actor=${encodeURIComponent(actorOf({ name, email }))}`}
        className="max-md:flex max-md:min-h-11 max-md:items-center"
      >
        <span className="sr-only">{name}: </span>What they did
      </TextLink>
    </span>
  )
}

function SignIn({ passkeys, hasPassword, endedAt }: Member) {
  if (endedAt) return <Status kind="void">{`Ended ${endedAt}`}</Status>
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

function Endings({ id, name, sessions, mistyped }: Member & { mistyped: Mistyped | undefined }) {
  const own = mistyped?.member === id ? mistyped : undefined
  return (
    <span className="flex flex-wrap items-start gap-2 py-1">
      {sessions > 0 && (
        <Form method="post">
          <input type="hidden" name="verb" value="sign-out" />
          <input type="hidden" name="member" value={id} />
          <Verb small aria-label={`Sign out ${name} everywhere`}>
            Sign out
          </Verb>
        </Form>
      )}
      <details open={own !== undefined}>
        <summary className="con-verb" data-small="" data-look="stop" aria-label={`End access of ${name}`}>
          End access
        </summary>
        <Form method="post" className="mt-2 grid max-w-[240px] gap-2 whitespace-normal">
          <input type="hidden" name="verb" value="end" />
          <input type="hidden" name="member" value={id} />
          <TextField
            label={`Type ${name} to end it`}
            name="name"
            autoComplete="off"
            required
            defaultValue={own?.typed}
            errors={own && [own.error]}
          />
          <Verb small look="stop">
            End access for good
          </Verb>
        </Form>
      </details>
    </span>
  )
}

type Invitation = { id: string; email: string; role: StaffRole; invitedBy: string; endsAt: string }

export function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <DenseTable
      caption="Open invitations"
      isStacked
      columns={[
        { key: 'email', label: 'Email' },
        { key: 'role', label: 'Role', width: 120 },
        { key: 'by', label: 'Invited by' },
        { key: 'ends', label: 'Ends', width: 140 },
        { key: 'verb', label: 'Change', width: 120 },
      ]}
      rows={invitations.map(({ id, email, role, invitedBy, endsAt }) => ({
        id,
        cells: [
          email,
          roleWords[role].title,
          invitedBy,
          endsAt,
          <TakeBack key="verb" id={id} email={email} />,
        ],
      }))}
    />
  )
}

function TakeBack({ id, email }: { id: string; email: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="verb" value="revoke" />
      <input type="hidden" name="invitation" value={id} />
      <Verb small aria-label={`Revoke the invitation of ${email}`}>
        Revoke
      </Verb>
    </Form>
  )
}
