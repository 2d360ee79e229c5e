import { Form } from 'react-router'
import { DenseTable } from '../../console/components/dense-table.tsx'
import { Verb } from '../../console/components/verb.tsx'

type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string }

/** A member's own passkeys; on a phone each is a card, so that no date is cut off. */
export function PasskeyTable({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <DenseTable
      caption="Your passkeys"
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
      cards={passkeys.map((passkey) => (
        <li key={passkey.id} className="grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
          <span className="grid">
            <b>{passkey.name}</b>
            <span className="text-muted">{`Since ${passkey.createdAt}. Last used: ${passkey.lastUsedAt}`}</span>
          </span>
          <Removal {...passkey} />
        </li>
      ))}
    />
  )
}

function Removal({ id, name }: Passkey) {
  return (
    <Form method="post" action="/staff/passkeys/removal">
      <input type="hidden" name="passkey" value={id} />
      <Verb small look="stop" aria-label={`Remove the passkey ${name}`}>
        Remove
      </Verb>
    </Form>
  )
}

type Session = { id: string; device: string; method: string; lastSeenAt: string; isCurrent: boolean }

/** Where a member is signed in. */
export function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  return (
    <DenseTable
      caption="Your sessions"
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
      cards={sessions.map((session) => (
        <li key={session.id} className="grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
          <span className="grid">
            <b>{session.device}</b>
            <span className="text-muted">{`${session.method}. Last seen: ${session.lastSeenAt}`}</span>
          </span>
          <Ending {...session} />
        </li>
      ))}
    />
  )
}

function Ending({ id, device, isCurrent }: Session) {
  if (isCurrent) return <span>This one</span>
  return (
    <Form method="post" action="/staff/sessions/end">
      <input type="hidden" name="session" value={id} />
      <Verb small aria-label={`End the session of ${device}`}>
        End
      </Verb>
    </Form>
  )
}
